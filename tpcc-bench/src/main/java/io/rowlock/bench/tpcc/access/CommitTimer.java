package io.rowlock.bench.tpcc.access;

import org.jspecify.annotations.Nullable;

/**
 * Times what lies between the user's code of one attempt and whatever comes next: its commit, and
 * the way to the next attempt when it has lost. For one thread.
 */
final class CommitTimer {
  private @Nullable CommitWatch watch;

  /** User code begins: an attempt before has lost. */
  void begun() {
    PhaseClock clock = PhaseClock.current();
    if (clock != null && watch != null) {
      watch.chargeLost(clock, System.nanoTime());
    }
    close();
  }

  /** User code is at its end. */
  void executed(String id) {
    if (PhaseClock.current() != null) {
      PhaseClock.enter(Phase.CLIENT);
      watch = CommitWatch.open(id);
    }
  }

  /** The business transaction is at its end. */
  void ended() {
    PhaseClock clock = PhaseClock.current();
    if (clock != null && watch != null) {
      watch.chargeCommitted(clock, System.nanoTime());
    }
    close();
  }

  private void close() {
    if (watch != null) {
      watch.close();
      watch = null;
    }
  }
}
