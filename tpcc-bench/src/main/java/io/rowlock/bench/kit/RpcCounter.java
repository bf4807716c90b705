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
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.apache.hbase.thirdparty.com.google.protobuf.UnknownFieldSet;

/**
 * Counts the requests that clients send to region servers for data. HBase makes RPC clients by
 * reflection from a configuration, so a client finds its counter through a name in there.
 */
public class RpcCounter implements AutoCloseable {
  private static final String RPC_CLIENT = "hbase.rpc.client.impl";
  private static final int LARGEST_QUESTION = 512;
  private static final int MUTATION_REQUEST = 1; // of MutateRowsRequest, which HBase 3 has moved
  private static final String NAME = "rowlock.bench.rpc.counter";
  private static final ByteString BARRIER_ROW = ByteString.copyFromUtf8("\0rowlock.reader");
  private static final Map<String, RpcCounter> OPEN = new ConcurrentHashMap<>();

  private final String name = UUID.randomUUID().toString();
  private final LongAdder requests = new LongAdder();
  private final LongAdder looks = new LongAdder();

  @SuppressWarnings("this-escape") // a warning of newer JDKs; a name that no other thread knows yet
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

  /** A copy of the configuration for connections whose requests this counter counts. */
  public Configuration counting(Configuration configuration) {
    Configuration counting = new Configuration(configuration);
    counting.set(RPC_CLIENT, CountingRpcClient.class.getName());
    counting.set(NAME, name);
    return counting;
  }

  /** A request on its way. HBase's threads call it, so it must not block. */
  public interface Exchange {
    /** The client sends the request when this future completes; a failure fails the request. */
    default CompletableFuture<?> beforeSending() {
      return CompletableFuture.completedFuture(null);
    }

    /** Marks the start of the sending. */
    void sent();

    /** The client gets the reply or the failure when this future completes. */
    default CompletableFuture<?> answered() {
      return CompletableFuture.completedFuture(null);
    }
  }

  /** Called for each request before it is sent. */
  protected Exchange begin(Message request, HBaseRpcController controller) {
    return () -> count(request);
  }

  /** The question, asked once a server, whether it heeds the endpoint's conditions is none. */
  protected final void count(Message request) {
    if (!isQuestion(request)) {
      requests.increment();
    }
    if (isLook(request)) {
      looks.increment();
    }
  }

  private static boolean isLook(Message request) {
    return request instanceof MultiRequest multi
        && multi.getRegionActionList().stream()
            .flatMap(region -> region.getActionList().stream())
            .allMatch(action -> action.getGet().getRow().startsWith(BARRIER_ROW));
  }

  /** The probe writes nothing and is smaller than any writing request. */
  private static boolean isQuestion(Message request) {
    if (!(request instanceof CoprocessorServiceRequest service)
        || service.getCall().getRequest().size() > LARGEST_QUESTION) {
      return false;
    }
    try {
      return !UnknownFieldSet.parseFrom(service.getCall().getRequest()).hasField(MUTATION_REQUEST);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  public long requests() {
    return requests.sum();
  }

  /**
   * Those of the requests that only look for a long reader, which a busy client of Rowlock does
   * four times a second for each table.
   */
  public long looks() {
    return looks.sum();
  }

  @Override
  public void close() {
    OPEN.remove(name);
  }
}
