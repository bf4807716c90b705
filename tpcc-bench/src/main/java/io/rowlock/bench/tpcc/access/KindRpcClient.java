package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.measure.CountingRpcClient;
import io.rowlock.bench.measure.RpcCounter;
import java.net.SocketAddress;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.MetricsConnection;
import org.apache.hadoop.hbase.security.User;
import org.apache.hbase.thirdparty.com.google.protobuf.BlockingRpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcChannel;

/** Shows requests for data to {@link RpcKinds}. */
public final class KindRpcClient extends CountingRpcClient {
  private final RpcKinds kinds;

  /** As HBase 2.5 makes it. */
  public KindRpcClient(
      Configuration configuration,
      String clusterId,
      SocketAddress localAddress,
      MetricsConnection metrics) {
    super(configuration, clusterId, localAddress, metrics);
    kinds = (RpcKinds) RpcCounter.of(configuration);
  }

  /** As HBase 2.6 makes it; nobody here gives connections attributes. */
  public KindRpcClient(
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
      if (isForData(method, controller)) {
        kinds.count(method.getName(), request);
      }
      channel.callMethod(method, controller, request, response, done);
    };
  }

  @Override
  public BlockingRpcChannel createBlockingRpcChannel(ServerName server, User user, int timeout) {
    BlockingRpcChannel channel = super.createBlockingRpcChannel(server, user, timeout);
    return (method, controller, request, response) -> {
      if (isForData(method, controller)) {
        kinds.count(method.getName(), request);
      }
      return channel.callBlockingMethod(method, controller, request, response);
    };
  }
}
