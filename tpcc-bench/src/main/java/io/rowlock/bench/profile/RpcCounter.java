package io.rowlock.bench.profile;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;

/**
 * Counts the requests that clients send to region servers for data. HBase makes RPC clients by
 * reflection from a configuration, so a client finds its counter through a name in there.
 */
final class RpcCounter implements AutoCloseable {
  private static final String RPC_CLIENT = "hbase.rpc.client.impl";
  private static final String NAME = "rowlock.bench.rpc.counter";
  private static final Map<String, RpcCounter> OPEN = new ConcurrentHashMap<>();

  private final String name = UUID.randomUUID().toString();
  private final LongAdder requests = new LongAdder();

  RpcCounter() {
    OPEN.put(name, this);
  }

  static RpcCounter of(Configuration configuration) {
    RpcCounter counter = OPEN.get(configuration.get(NAME, ""));
    if (counter == null) {
      throw new IllegalStateException("No open counter is named in " + NAME);
    }
    return counter;
  }

  /** A copy of the configuration, whose connections are counted here. */
  Configuration counting(Configuration configuration) {
    Configuration counting = new Configuration(configuration);
    counting.set(RPC_CLIENT, CountingRpcClient.class.getName());
    counting.set(NAME, name);
    return counting;
  }

  void count() {
    requests.increment();
  }

  long requests() {
    return requests.sum();
  }

  @Override
  public void close() {
    OPEN.remove(name);
  }
}
