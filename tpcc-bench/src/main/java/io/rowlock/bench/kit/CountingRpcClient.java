package io.rowlock.bench.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.MetricsConnection;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.ipc.NettyRpcClient;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hbase.thirdparty.com.google.protobuf.BlockingRpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.MethodDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;

/**
 * HBase's own RPC client, which also counts. What counts is every request, HBase's own repetitions
 * included, to a region server's {@code ClientService} (Get, Mutate, Multi, Scan, ExecService),
 * unless it is for a system table: looking up regions in {@code hbase:meta} is not the
 * transaction's doing. Nor is the question, asked once a server, whether it heeds the conditions of
 * the endpoint.
 */
public class CountingRpcClient extends NettyRpcClient {
  private static final String DATA_SERVICE = "ClientService";
  private static final int LARGEST_QUESTION = 512;

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

  /** As HBase 2.6 makes it; nobody here gives connections attributes. */
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
      if (isForData(method, controller) && !isQuestion(request)) {
        counter.count();
      }
      channel.callMethod(method, controller, request, response, done);
    };
  }

  @Override
  public BlockingRpcChannel createBlockingRpcChannel(ServerName server, User user, int timeout) {
    BlockingRpcChannel channel = super.createBlockingRpcChannel(server, user, timeout);
    return (method, controller, request, response) -> {
      if (isForData(method, controller)) {
        counter.count();
      }
      return channel.callBlockingMethod(method, controller, request, response);
    };
  }

  /** Whether the request counts. */
  protected static boolean isForData(MethodDescriptor method, RpcController controller) {
    return method.getService().getName().equals(DATA_SERVICE) && !isForSystemTable(controller);
  }

  /** It writes nothing, and is smaller than whatever does. */
  private static boolean isQuestion(Message request) {
    if (!(request instanceof CoprocessorServiceRequest service)
        || service.getCall().getRequest().size() > LARGEST_QUESTION) {
      return false;
    }
    try {
      byte[] rows = service.getCall().getRequest().toByteArray();
      return MutateRowsRequest.parseFrom(rows).getMutationRequestCount() == 0;
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  /** By the priority: later requests of a scan no longer name their region. */
  private static boolean isForSystemTable(RpcController controller) {
    return controller instanceof HBaseRpcController hbase
        && hbase.getPriority() >= HConstants.SYSTEMTABLE_QOS;
  }
}
