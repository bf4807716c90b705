package io.rowlock.bench.kit;

import io.rowlock.bench.kit.RpcCounter.Exchange;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.MetricsConnection;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.ipc.NettyRpcClient;
import org.apache.hadoop.hbase.security.User;
import org.apache.hbase.thirdparty.com.google.protobuf.BlockingRpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.MethodDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcCallback;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;

/**
 * HBase's own RPC client, which passes every request for data by a {@link RpcCounter}: HBase's own
 * repetitions included, to a region server's {@code ClientService} (Get, Mutate, Multi, Scan,
 * ExecService), unless it is for a system table: looking up regions in {@code hbase:meta} is not
 * the transaction's doing.
 */
public final class CountingRpcClient extends NettyRpcClient {
  private static final String DATA_SERVICE = "ClientService";

  private final RpcCounter counter;

  /** As HBase 2.5 makes it. */
  public CountingRpcClient(
      Configuration configuration,
      String clusterId,
      SocketAddress localAddress,
      MetricsConnection metrics) {
    super(configuration, clusterId, localAddress, metrics);
    counter = RpcCounter.of(configuration);
  }

  /** As HBase 2.6 makes it; connections have no attributes here. */
  public CountingRpcClient(
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
        send(
            counter.begin(request, (HBaseRpcController) controller),
            (HBaseRpcController) controller,
            done,
            answered -> channel.callMethod(method, controller, request, response, answered));
      } else {
        channel.callMethod(method, controller, request, response, done);
      }
    };
  }

  private static void send(
      Exchange exchange,
      HBaseRpcController controller,
      RpcCallback<Message> done,
      Consumer<RpcCallback<Message>> request) {
    var unused =
        exchange
            .beforeSending()
            .whenComplete(
                (open, refusal) -> {
                  if (refusal == null) {
                    exchange.sent();
                    request.accept(answer -> answered(exchange, done, answer));
                  } else {
                    controller.setFailed(new IOException("The request was refused", refusal));
                    done.run(null);
                  }
                });
  }

  private static void answered(Exchange exchange, RpcCallback<Message> done, Message answer) {
    var unused = exchange.answered().thenRun(() -> done.run(answer));
  }

  @Override
  public BlockingRpcChannel createBlockingRpcChannel(ServerName server, User user, int timeout) {
    BlockingRpcChannel channel = super.createBlockingRpcChannel(server, user, timeout);
    return (method, controller, request, response) -> {
      if (!isForData(method, controller)) {
        return channel.callBlockingMethod(method, controller, request, response);
      }
      Exchange exchange = counter.begin(request, (HBaseRpcController) controller);
      exchange.beforeSending().join();
      exchange.sent();
      try {
        return channel.callBlockingMethod(method, controller, request, response);
      } finally {
        exchange.answered().join();
      }
    };
  }

  /** Not for a system table, by the priority: later requests of a scan do not name their region. */
  private static boolean isForData(MethodDescriptor method, RpcController controller) {
    return method.getService().getName().equals(DATA_SERVICE)
        && controller instanceof HBaseRpcController hbase
        && hbase.getPriority() < HConstants.SYSTEMTABLE_QOS;
  }
}
