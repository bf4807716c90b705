package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.LockAudit;
import io.rowlock.internal.protocol.lock.LockAudit.Entry;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Strikes a client with faults at the worst moments: it pauses with a write just sent, or dies with
 * a commit point just sent.
 *
 * @param pause for how long at most; zero for a client that never does
 * @param dies whether it is one that crashes behind its commit points
 */
record ClientFaults(ClientLife life, RandomGenerator dice, Duration pause, boolean dies) {

  private static final double PAUSES = 0.02;
  private static final double DIES = 0.15;

  /** A write has been sent. */
  void after(LockAudit audit, Entry entry) {
    if (life.isHealed() || life.isDead()) {
      return;
    }
    if (dies && dice.nextDouble() < DIES && audit.isCommitPoint(entry)) {
      life.crash();
    } else if (!pause.isZero() && dice.nextDouble() < PAUSES) {
      life.pause(Duration.ofNanos(dice.nextLong(pause.toNanos())));
    }
  }
}
