package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.TableFacts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Mutation;
import org.jspecify.annotations.Nullable;

/**
 * Creates the conditional writes of the protocol, and maintains I1 and I5: every lock is written at
 * a lock time strictly above the one that it replaces and above the table's floor. A repeated write
 * is the same object, so a lock time identifies one byte string forever.
 *
 * <p>No byte string comes twice, because the servers compare nothing but the bytes. Every lock
 * names its transaction, except fenced ones, which contain their lock time. A count of the fences
 * would not be enough: after a vacuum has removed a fence, the next fence would bring its bytes
 * back, and with them the delayed commit points that expect them.
 */
public record LockWrites(TableCatalog catalog, Clock clock, TrailLimits trails) {

  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

  /** Returns a write to a table whose facts are known. */
  public ConditionalWrite replace(
      TableFacts facts,
      RowKey key,
      @Nullable StoredLock expected,
      RowLock lock,
      List<Mutation> data) {
    long lockTime = Math.max(notBeforeThePlan(lock), lowestLockTime(facts, expected));
    StoredLock replacement = new StoredLock(RowLockCodec.encode(written(lock, lockTime)), lockTime);
    return new ConditionalWrite(key, expected, replacement, data, facts.durability());
  }

  /**
   * Returns the time by the clock, but that of the plan if the clock has gone back since: a
   * prewrite must not look older than its plan ({@link LockedRow#mayBeVacuumedBefore}).
   */
  private long notBeforeThePlan(RowLock lock) {
    long now = clock.currentMillis();
    return lock instanceof Prewritten held ? Math.max(now, held.planned()) : now;
  }

  private static long lowestLockTime(TableFacts facts, @Nullable StoredLock expected) {
    long seen = expected == null ? 0 : expected.time();
    return Math.max(seen, facts.floor()) + 1;
  }

  /** Returns a write, after looking up the table's facts. */
  public CompletableFuture<ConditionalWrite> replace(
      RowKey key, @Nullable StoredLock expected, RowLock lock, List<Mutation> data) {
    return catalog.facts(key.table()).thenApply(facts -> replace(facts, key, expected, lock, data));
  }

  /**
   * Returns a fence of the row as it was read: a write that takes back an undecided lock, and keeps
   * out every write that expects the bytes that the row has now.
   */
  public CompletableFuture<ConditionalWrite> fence(LockedRow row) {
    Stable fenced = row.lock().decidedPart().fenced();
    return replace(row.key(), row.stored().lock(), fenced, List.of());
  }

  /**
   * Returns a fence of a row that a transaction has planned to write.
   *
   * @param base the row before that transaction
   * @param data below the fence, which would be lost without it
   */
  public ConditionalWrite fence(
      TableFacts facts, LockedRow now, DecidedRow base, List<Mutation> data) {
    return replace(facts, now.key(), now.stored().lock(), base.base().fenced(), data);
  }

  /**
   * Returns the latest lock time that the lock of a row can have, unless the clock of a client was
   * more than a day ahead of this one.
   */
  public CompletableFuture<Long> latestPlausible(RowKey key) {
    return catalog
        .facts(key.table())
        .thenApply(facts -> Math.max(clock.currentMillis(), facts.floor()) + DAY_MILLIS);
  }

  /**
   * Returns the lock as it is written: with its trail shortened to the limit, and with bytes that
   * never come twice.
   */
  private RowLock written(RowLock lock, long lockTime) {
    if (lock instanceof Stable stable) {
      return unique(stable.within(trails), lockTime);
    }
    return lock instanceof Committed committed ? committed.within(trails) : lock;
  }

  private static Stable unique(Stable lock, long lockTime) {
    return lock.fence() > 0 ? lock.fencedAt(lockTime) : lock;
  }
}
