package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.CountingRpcClient;
import io.rowlock.bench.kit.RpcCounter;
import java.net.SocketAddress;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.MetricsConnection;
import org.apache.hadoop.hbase.security.User;
import org.apache.hbase.thirdparty.com.google.protobuf.BlockingRpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcChannel;

/** Sends requests for data over a {@link Wire}. */
public final class DelayedRpcClient extends CountingRpcClient {
  private final Wire wire;

  /** As HBase 2.5 makes it. */
  public DelayedRpcClient(
      Configuration configuration,
      String clusterId,
      SocketAddress localAddress,
      MetricsConnection metrics) {
    super(configuration, clusterId, localAddress, metrics);
    wire = (Wire) RpcCounter.of(configuration);
  }

  /** As HBase 2.6 makes it; nobody here gives connections attributes. */
  public DelayedRpcClient(
      Configuration configuration,
      String clusterId,
      SocketAddress localAddress,
      MetricsConnection metrics,
      @SuppressWarnings("unused") Map<String, byte[]> connectionAttributes) {
    this(configuration, clusterId, localAddress, metrics);
  }

  @Override
  public RpcChannel createRpcChannel(ServerName server, User user, int timeout) {
    RpcChannel channel = super.createRpcChannel(server, user, timeout);
    return (method, controller, request, response, done) -> {
      if (!isForData(method, controller)) {
        channel.callMethod(method, controller, request, response, done);
        return;
      }
      Waves.Place place = wire.waves().sent();
      wire.send(
          () ->
              channel.callMethod(
                  method,
                  controller,
                  request,
                  response,
                  answer -> {
                    wire.waves().answered(place);
                    done.run(answer);
                  }));
    };
  }

  @Override
  public BlockingRpcChannel createBlockingRpcChannel(ServerName server, User user, int timeout) {
    BlockingRpcChannel channel = super.createBlockingRpcChannel(server, user, timeout);
    return (method, controller, request, response) -> {
      if (isForData(method, controller)) {
        wire.await();
      }
      return channel.callBlockingMethod(method, controller, request, response);
    };
  }
}
