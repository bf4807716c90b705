package io.rowlock;

import java.util.concurrent.atomic.LongAdder;

/** Counts the events of transactions. Thread-safe. */
final class CounterBook {

  final LongAdder begun = new LongAdder();
  final LongAdder committed = new LongAdder();
  final LongAdder conflicts = new LongAdder();
  final LongAdder retries = new LongAdder();

  /** Attempts that take a hold on their rows before they run. */
  final LongAdder escalations = new LongAdder();

  final LongAdder unknownOutcomes = new LongAdder();

  /** Transactions that failed in any other way, or whose user code failed. */
  final LongAdder failed = new LongAdder();

  TransactionCounters snapshot(long rpcsForeground, long rpcsBackground) {
    return new TransactionCounters(
        begun.sum(),
        committed.sum(),
        conflicts.sum(),
        retries.sum(),
        escalations.sum(),
        unknownOutcomes.sum(),
        failed.sum(),
        rpcsForeground,
        rpcsBackground);
  }
}
