package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.store.RegionLimits;
import java.time.Duration;

/**
 * The settings of the protocol. Differing between clients they cost speed, never safety, but for
 * the age of facts.
 *
 * @param lease how long an observer sees a lock unchanged before it takes the owner for dead
 * @param lockWait how long one read waits for an undecided lock before it gives up with a conflict
 * @param maxRows rows at most that one transaction may write
 * @param maxCellBytes the largest cell that the servers accept
 * @param waitForRollForward commit() returns only when nothing is left to do in the background
 * @param maxBackgroundTransactions committed transactions whose cleaning up may be outstanding
 * @param parallelCommit whether transactions that wrote all they read commit by their prewrites
 * @param factsAge how old the facts of a table may be; enabling a table again relies on the default
 * @param regionLimits how much one request to a region may carry
 * @param limits of tries, of what locks remember, and of pages
 */
public record ProtocolSettings(
    Duration lease,
    Duration lockWait,
    int maxRows,
    int maxCellBytes,
    boolean waitForRollForward,
    int maxBackgroundTransactions,
    boolean parallelCommit,
    FactsAge factsAge,
    RegionLimits regionLimits,
    ProtocolLimits limits) {

  /** With facts as old, requests as large and tries as many as every client takes them. */
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
        FactsAge.DEFAULT,
        RegionLimits.DEFAULT,
        ProtocolLimits.DEFAULT);
  }
}
