package io.rowlock;

import java.util.concurrent.atomic.LongAdder;

/** Counts the events of transactions. Thread-safe. */
final class CounterBook {

  final LongAdder begun = new LongAdder();
  final LongAdder committed = new LongAdder();
  final LongAdder retries = new LongAdder();

  /** Attempts that take a hold on their rows before they run. */
  final LongAdder escalations = new LongAdder();

  /** Transactions that failed otherwise than by a conflict or an unknown outcome. */
  final LongAdder failed = new LongAdder();

  private final LongAdder conflicts = new LongAdder();
  private final LongAdder unknownOutcomes = new LongAdder();

  /** Counts a failed transaction by the exception that its caller gets. */
  void countFailure(RowlockException failure) {
    if (failure instanceof ConflictException) {
      conflicts.increment();
    } else if (failure instanceof CommitOutcomeUnknownException) {
      unknownOutcomes.increment();
    } else {
      failed.increment();
    }
  }

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
