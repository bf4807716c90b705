package io.rowlock.internal.store;

import java.util.concurrent.CompletableFuture;

/** Opens snapshots of one range, whose regions are known already. */
@FunctionalInterface
public interface SnapshotOpener {

  /**
   * Opens a snapshot. Completes when all regions of the range have been opened: the instants of all
   * of them are between this call and the completion.
   *
   * @param locksOnly whether only rows with a lock are returned, with nothing but its time
   */
  CompletableFuture<RangeSnapshot> open(boolean locksOnly);
}
