package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.protocol.recovery.RollForward;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Settles the holder of a row on which the outcome of this client's own commit depends, until the
 * lock there is stable or newer than the commit: only such a lock can be fenced, or proves
 * anything.
 *
 * <p>Safety: the holder is decided as any reader decides it; then its committed writes are applied.
 * It waits for two leases at most, for holders of any age, because a wrong guess about a dead
 * holder would leave the outcome unknown. The commit's own locks may be lost meanwhile; the commit
 * point detects this.
 */
public record HolderSettlement(
    LockedReader reader, RollForward rollForward, Environment environment, Duration lease) {

  /** Settles the holder as far as possible. Never fails: the caller reads the row again. */
  CompletableFuture<Void> settle(RowKey row) {
    WaitPolicy waitPolicy = WaitPolicy.ofReader(environment, lease.multipliedBy(2));
    CompletableFuture<Void> settled =
        reader.decided(row, waitPolicy).thenCompose(decided -> finish(decided.locked()));
    return Async.recover(settled, failure -> Async.DONE);
  }

  /**
   * Finishes the row, which is decided: if it is still locked, the lock is of a committed
   * transaction.
   */
  private CompletableFuture<Void> finish(LockedRow row) {
    if (row.lock() instanceof Prewritten) {
      return rollForward.rollForward(row).thenApply(rolled -> null);
    }
    return row.lock() instanceof Committed ? rollForward.finish(row) : Async.DONE;
  }
}
