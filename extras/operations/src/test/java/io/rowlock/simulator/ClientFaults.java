package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.LockAudit;
import io.rowlock.internal.protocol.lock.LockAudit.Entry;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Strikes a client at the worst moments: it pauses just after sending a write, or dies just after
 * sending a commit point.
 *
 * @param pause the longest pause; zero for a client that never pauses
 * @param dies whether it crashes after a commit point
 */
record ClientFaults(ClientLife life, SplittableRandom dice, Duration pause, boolean dies) {

  private static final double PAUSES = 0.02;
  private static final double DIES = 0.15;

  /** Strikes after a write has been sent. */
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
