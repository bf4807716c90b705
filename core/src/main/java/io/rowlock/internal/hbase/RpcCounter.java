package io.rowlock.internal.hbase;

import io.rowlock.internal.store.ContextPropagator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/**
 * Counts the RPCs that one view of the store sends, its own repeats included. What HBase's client
 * sends by itself is not seen: lookups of regions, and its repeats of reads.
 */
public final class RpcCounter {

  private final LongAdder rpcs = new LongAdder();
  private final LongConsumer listener;

  /** One that tells nobody. */
  public RpcCounter() {
    this(count -> {});
  }

  /**
   * One that tells how many are added.
   *
   * @param listener called as the caller of the store, see {@link ContextPropagator}
   */
  public RpcCounter(LongConsumer listener) {
    this.listener = listener;
  }

  void add(long count) {
    rpcs.add(count);
    listener.accept(count);
  }

  /** All RPCs so far. */
  public long sum() {
    return rpcs.sum();
  }

  @Override
  public String toString() {
    return rpcs + " RPCs";
  }
}
