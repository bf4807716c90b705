package io.rowlock.internal.hbase;

import io.rowlock.internal.store.ContextPropagator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/**
 * Counts the RPCs that one view of the store sends, its own repeats included. It does not see the
 * requests that HBase's client sends by itself: lookups of regions, and its repeats of reads.
 */
public final class RpcCounter {

  private final LongAdder rpcs = new LongAdder();
  private final LongConsumer listener;

  /** Creates a counter without a listener. */
  public RpcCounter() {
    this(count -> {});
  }

  /**
   * Creates a counter that reports each addition.
   *
   * @param listener called in the context of the store's caller, see {@link ContextPropagator}
   */
  public RpcCounter(LongConsumer listener) {
    this.listener = listener;
  }

  void add(long count) {
    rpcs.add(count);
    listener.accept(count);
  }

  /** Returns the number of RPCs so far. */
  public long sum() {
    return rpcs.sum();
  }
}
