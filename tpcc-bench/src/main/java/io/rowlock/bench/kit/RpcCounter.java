package io.rowlock.bench.kit;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;

/**
 * Counts the requests that clients send to region servers for data. HBase makes RPC clients by
 * reflection from a configuration, so a client finds its counter through a name in there.
 */
public class RpcCounter implements AutoCloseable {
  private static final String RPC_CLIENT = "hbase.rpc.client.impl";
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
    counting.set(RPC_CLIENT, client().getName());
    counting.set(NAME, name);
    return counting;
  }

  /** What sends the requests. */
  protected Class<? extends CountingRpcClient> client() {
    return CountingRpcClient.class;
  }

  public void count() {
    requests.increment();
  }

  public long requests() {
    return requests.sum();
  }

  @Override
  public void close() {
    OPEN.remove(name);
  }
}
