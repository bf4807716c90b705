package io.rowlock.internal.store;

import java.util.concurrent.CompletableFuture;

/**
 * The rows of a range as they were when the snapshot was opened: each region at one instant of its
 * own, however late the rows are read. Not thread-safe; only {@link #close} may be called while
 * another call is under way.
 */
public interface RangeSnapshot extends AutoCloseable {

  /**
   * Reads the next rows in the order of the scan. Fails with a {@link SnapshotLostException} if the
   * rest of the range cannot be read as it was any more.
   */
  CompletableFuture<ScanPage> next();

  /** Releases the servers' resources. */
  @Override
  void close();

  /** Opens snapshots of one range, whose regions are known already. */
  @FunctionalInterface
  interface Opener {

    /**
     * Opens a snapshot. Completes when all regions of the range have been opened: the instants of
     * all of them are between this call and the completion.
     *
     * @param locksOnly whether only rows with a lock are returned, with nothing but its time
     */
    CompletableFuture<RangeSnapshot> open(boolean locksOnly);
  }
}
