package io.rowlock.internal.hbase;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the RPCs that one view of the store sends, its own repeats included. What HBase's client
 * sends by itself is not seen: lookups of regions, and its repeats of reads.
 */
public final class RpcCounter {

  private final LongAdder rpcs = new LongAdder();

  void add(long count) {
    rpcs.add(count);
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
