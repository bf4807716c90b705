package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.protocol.recovery.RollForward;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Settles the holder of a row on which the outcome of an own commit depends, until the lock there
 * is at rest or newer than the commit: only such a lock can be fenced, or proves anything.
 *
 * <p>Safety: the holder is decided as any reader decides it; then what it has committed is
 * finished. Waits for two leases at most, for holders of any age: a wrong guess about a dead one
 * would leave the outcome unknown. The own locks may be lost meanwhile, which the commit point
 * finds out.
 */
public final class HolderSettlement {

  private final LockedReader reader;
  private final RollForward rollForward;
  private final Environment environment;
  private final Duration bound;

  public HolderSettlement(
      LockedReader reader, RollForward rollForward, Environment environment, Duration lease) {
    this.reader = reader;
    this.rollForward = rollForward;
    this.environment = environment;
    this.bound = lease.multipliedBy(2);
  }

  /** Completes when it has done what it can. Never fails: the caller looks at the row again. */
  CompletableFuture<Void> settle(RowKey row) {
    WaitPolicy waitPolicy = WaitPolicy.ofReader(environment, bound);
    CompletableFuture<Void> settled =
        reader
            .read(List.of(RowRead.lockOf(row)), waitPolicy)
            .thenCompose(decided -> finish(decided.get(0).locked()));
    return Async.recover(settled, failure -> CompletableFuture.completedFuture(null));
  }

  /** The row is decided: a lock that is still held is of a transaction that has committed. */
  private CompletableFuture<Void> finish(LockedRow row) {
    if (row.lock() instanceof Prewritten) {
      return rollForward.rollForward(row).thenApply(rolled -> null);
    }
    return row.lock() instanceof Committed
        ? rollForward.finish(row)
        : CompletableFuture.completedFuture(null);
  }
}
