package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.store.RegionLimits;
import java.time.Duration;

/**
 * The settings of the protocol. Different settings in different clients cost speed, never safety,
 * except for the age of facts.
 *
 * @param lease how long an observer must see a lock unchanged before it treats the owner as dead
 * @param lockWait how long one read waits for an undecided lock before it fails with a conflict
 * @param maxRows the largest number of rows that one transaction may write
 * @param maxCellBytes the largest cell that the servers accept
 * @param waitForRollForward whether commit() returns only after its background work is done
 * @param maxBackgroundTransactions committed transactions whose background work may be outstanding
 * @param factsAge how old the facts of a table may be; enabling a table again relies on the default
 * @param limits of tries, of trails, of pages, and of requests
 */
public record ProtocolSettings(
    Duration lease,
    Duration lockWait,
    int maxRows,
    int maxCellBytes,
    boolean waitForRollForward,
    int maxBackgroundTransactions,
    FactsAge factsAge,
    ProtocolLimits limits) {

  /**
   * Creates settings with the age of facts, and the limits of requests and tries, of every client.
   */
  public ProtocolSettings(
      Duration lease,
      Duration lockWait,
      int maxRows,
      int maxCellBytes,
      boolean waitForRollForward,
      int maxBackgroundTransactions) {
    this(
        lease,
        lockWait,
        maxRows,
        maxCellBytes,
        waitForRollForward,
        maxBackgroundTransactions,
        FactsAge.DEFAULT,
        ProtocolLimits.DEFAULT);
  }

  /** Returns how much one request to a region may carry. */
  public RegionLimits regionLimits() {
    return limits.region();
  }
}
