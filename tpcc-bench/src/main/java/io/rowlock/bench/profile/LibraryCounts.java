package io.rowlock.bench.profile;

import io.rowlock.TransactionCounters;

/** What the library counted, between two instants. */
public record LibraryCounts(
    long committed, long conflicts, long rpcsForeground, long rpcsBackground) {

  static LibraryCounts of(TransactionCounters counters) {
    return new LibraryCounts(
        counters.committed(),
        counters.conflicts(),
        counters.rpcsForeground(),
        counters.rpcsBackground());
  }

  long rpcs() {
    return rpcsForeground + rpcsBackground;
  }

  LibraryCounts minus(LibraryCounts earlier) {
    return new LibraryCounts(
        committed - earlier.committed,
        conflicts - earlier.conflicts,
        rpcsForeground - earlier.rpcsForeground,
        rpcsBackground - earlier.rpcsBackground);
  }
}
