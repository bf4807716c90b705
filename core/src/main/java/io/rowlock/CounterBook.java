package io.rowlock;

import java.util.concurrent.atomic.LongAdder;

/** Counts the events of transactions. Thread-safe. */
final class CounterBook {

  private final LongAdder begun = new LongAdder();
  private final LongAdder committed = new LongAdder();
  private final LongAdder conflicts = new LongAdder();
  private final LongAdder retries = new LongAdder();
  private final LongAdder escalations = new LongAdder();
  private final LongAdder unknownOutcomes = new LongAdder();
  private final LongAdder failed = new LongAdder();

  void countBegun() {
    begun.increment();
  }

  void countCommitted() {
    committed.increment();
  }

  void countRetry() {
    retries.increment();
  }

  /** Counts an attempt that takes a hold on its rows before it runs. */
  void countEscalation() {
    escalations.increment();
  }

  /** Counts a transaction whose user code failed. */
  void countFailed() {
    failed.increment();
  }

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
