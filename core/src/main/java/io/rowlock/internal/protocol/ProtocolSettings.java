package io.rowlock.internal.protocol;

import io.rowlock.internal.store.RegionLimits;
import java.time.Duration;

/**
 * The settings of the protocol. Differing between clients they cost speed, never safety.
 *
 * @param lease how long an observer sees a lock unchanged before it takes the owner for dead
 * @param lockWait how long one read waits for an undecided lock before it gives up with a conflict
 * @param maxRows rows at most that one transaction may write
 * @param maxCellBytes the largest cell that the servers accept
 * @param waitForRollForward commit() returns only when nothing is left to do in the background
 * @param maxBackgroundTransactions committed transactions whose cleaning up may be outstanding
 * @param parallelCommit whether transactions that wrote all they read commit by their prewrites
 * @param regionLimits how much one request to a region may carry
 */
public record ProtocolSettings(
    Duration lease,
    Duration lockWait,
    int maxRows,
    int maxCellBytes,
    boolean waitForRollForward,
    int maxBackgroundTransactions,
    boolean parallelCommit,
    RegionLimits regionLimits) {

  /** With the limits of requests that HBase's own client has. */
  public ProtocolSettings(
      Duration lease,
      Duration lockWait,
      int maxRows,
      int maxCellBytes,
      boolean waitForRollForward,
      int maxBackgroundTransactions,
      boolean parallelCommit) {
    this(
        lease,
        lockWait,
        maxRows,
        maxCellBytes,
        waitForRollForward,
        maxBackgroundTransactions,
        parallelCommit,
        RegionLimits.DEFAULT);
  }
}
