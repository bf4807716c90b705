package io.rowlock.bench.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * Counts the requests that clients send to region servers for data. HBase makes RPC clients by
 * reflection from a configuration, so a client finds its counter through a name in there.
 */
public class RpcCounter implements AutoCloseable {
  private static final String RPC_CLIENT = "hbase.rpc.client.impl";
  private static final int LARGEST_QUESTION = 512;
  private static final String NAME = "rowlock.bench.rpc.counter";
  private static final Map<String, RpcCounter> OPEN = new ConcurrentHashMap<>();

  private final String name = UUID.randomUUID().toString();
  private final LongAdder requests = new LongAdder();

  public RpcCounter() {
    OPEN.put(name, this);
  }

  public static RpcCounter of(Configuration configuration) {
    RpcCounter counter = OPEN.get(configuration.get(NAME, ""));
    if (counter == null) {
      throw new IllegalStateException("No open counter is named in " + NAME);
    }
    return counter;
  }

  /** A copy of the configuration, whose connections are counted here. */
  public Configuration counting(Configuration configuration) {
    Configuration counting = new Configuration(configuration);
    counting.set(RPC_CLIENT, CountingRpcClient.class.getName());
    counting.set(NAME, name);
    return counting;
  }

  /** A request on its way. Called by HBase's threads, which must not be blocked. */
  public interface Exchange {
    /** The request is sent when this completes, and fails when this fails. */
    default CompletableFuture<?> beforeSending() {
      return CompletableFuture.completedFuture(null);
    }

    /** The request is being sent. */
    void sent();

    /** The client gets the answer, or the failure, when this completes. */
    default CompletableFuture<?> answered() {
      return CompletableFuture.completedFuture(null);
    }
  }

  /** Called for each request when it is to be sent. */
  protected Exchange begin(Message request, HBaseRpcController controller) {
    return () -> count(request);
  }

  /** The question, asked once a server, whether it heeds the endpoint's conditions is none. */
  protected final void count(Message request) {
    if (!isQuestion(request)) {
      requests.increment();
    }
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

  public long requests() {
    return requests.sum();
  }

  @Override
  public void close() {
    OPEN.remove(name);
  }
}
