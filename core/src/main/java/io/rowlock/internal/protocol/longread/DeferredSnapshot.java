package io.rowlock.internal.protocol.longread;

import io.rowlock.internal.store.RangeScan;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Snapshot} that a transaction opens when it first scans. An earlier one could lack what
 * the user's code knows: since it began, the code may have learned of any committed transaction.
 *
 * <p>Rows that the transaction reads elsewhere are of another instant. Then everything that it has
 * read is validated like any other read. Used by one transaction; thread-safe.
 */
public final class DeferredSnapshot {

  private final Supplier<CompletableFuture<Optional<Snapshot>>> opening;
  private @Nullable CompletableFuture<Optional<Snapshot>> opened;
  private boolean isOnlySource = true;
  private boolean isClosed;

  /**
   * Defers an opening.
   *
   * @param opening is run once at most, and never fails; completes with nothing if there can be no
   *     snapshot
   */
  DeferredSnapshot(Supplier<CompletableFuture<Optional<Snapshot>>> opening) {
    this.opening = opening;
  }

  /**
   * Returns the range of a scan, for this scan alone; nothing if it must read elsewhere. A snapshot
   * beside other reads would save nothing.
   */
  public synchronized CompletableFuture<Optional<SnapshotRange>> claim(RangeScan scan) {
    if (opened == null && isOnlySource && !isClosed) {
      opened = opening.get();
    }
    return opened == null
        ? CompletableFuture.completedFuture(Optional.empty())
        : opened.thenApply(snapshot -> snapshot.map(open -> open.claim(scan)));
  }

  /** Notes that the transaction reads rows elsewhere. */
  public synchronized void leave() {
    isOnlySource = false;
  }

  /** Returns whether the transaction has read nothing elsewhere. */
  public synchronized boolean isOnlySource() {
    return isOnlySource;
  }

  /** Closes the snapshot, also if it is still being opened. */
  public void close() {
    CompletableFuture<Optional<Snapshot>> last;
    synchronized (this) {
      isClosed = true;
      last = opened;
    }
    if (last != null) {
      var unused = last.thenAccept(snapshot -> snapshot.ifPresent(Snapshot::close));
    }
  }
}
