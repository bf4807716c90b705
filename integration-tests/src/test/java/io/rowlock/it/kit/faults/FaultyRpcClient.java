package io.rowlock.it.kit.faults;

import java.net.SocketAddress;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.MetricsConnection;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.ipc.NettyRpcClient;
import org.apache.hadoop.hbase.security.User;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.MethodDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;

/** HBase's own RPC client, with a {@link Network} between it and the region servers. */
public final class FaultyRpcClient extends NettyRpcClient {

  private static final String DATA_SERVICE = "ClientService";

  private final Network network;

  /** The constructor for HBase 2.5. */
  public FaultyRpcClient(
      Configuration configuration,
      String clusterId,
      SocketAddress localAddress,
      MetricsConnection metrics) {
    super(configuration, clusterId, localAddress, metrics);
    network = Network.of(configuration);
  }

  /** The constructor for HBase 2.6; no test sets attributes of connections. */
  public FaultyRpcClient(
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
    return (method, controller, request, prototype, done) -> {
      if (isForData(method, controller)) {
        network.accept(
            new WireCall(
                channel, method, (HBaseRpcController) controller, request, prototype, done));
      } else {
        channel.callMethod(method, controller, request, prototype, done);
      }
    };
  }

  /** Lookups of regions in {@code hbase:meta} have a higher priority. */
  private static boolean isForData(MethodDescriptor method, RpcController controller) {
    return method.getService().getName().equals(DATA_SERVICE)
        && controller instanceof HBaseRpcController hbase
        && hbase.getPriority() < HConstants.SYSTEMTABLE_QOS;
  }
}
