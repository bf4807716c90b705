package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Committed;
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
 * Makes the conditional writes of the protocol, and keeps I1 and I5 in doing so: every lock is
 * written at a lock time strictly above the one it replaces and above the table's floor. A write
 * that is sent again is sent as the same object, so that a lock time names one byte string for
 * ever.
 *
 * <p>And no byte string comes twice, as the servers compare nothing else: every lock names the
 * transaction that it is of, but for those that were fenced, which name their lock time. To count
 * the fences would not do. Once a vacuum has taken a fence away, the next one would bring its bytes
 * back, and with them the commit points under way that expect them.
 */
public final class LockWrites {

  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

  private final TableCatalog catalog;
  private final Clock clock;
  private final TrailLimits trails;

  public LockWrites(TableCatalog catalog, Clock clock, TrailLimits trails) {
    this.catalog = catalog;
    this.clock = clock;
    this.trails = trails;
  }

  /** A write to a table whose facts are at hand. */
  public ConditionalWrite replace(
      TableFacts facts,
      RowKey key,
      @Nullable StoredLock expected,
      RowLock lock,
      List<Mutation> data) {
    long lockTime = Math.max(clock.currentMillis(), lowestLockTime(facts, expected));
    StoredLock replacement = new StoredLock(RowLockCodec.encode(written(lock, lockTime)), lockTime);
    return new ConditionalWrite(key, expected, replacement, data, facts.durability());
  }

  private static long lowestLockTime(TableFacts facts, @Nullable StoredLock expected) {
    long seen = expected == null ? 0 : expected.time();
    return Math.max(seen, facts.floor()) + 1;
  }

  /** Looks the table up first. */
  public CompletableFuture<ConditionalWrite> replace(
      RowKey key, @Nullable StoredLock expected, RowLock lock, List<Mutation> data) {
    return catalog.facts(key.table()).thenApply(facts -> replace(facts, key, expected, lock, data));
  }

  /**
   * The latest lock time that the lock of a row can have had, unless somebody's clock was more than
   * a day ahead of this one.
   */
  public CompletableFuture<Long> latestPlausible(RowKey key) {
    return catalog
        .facts(key.table())
        .thenApply(facts -> Math.max(clock.currentMillis(), facts.floor()) + DAY_MILLIS);
  }

  /** With a trail as long as is kept, and in bytes that never come twice. */
  private RowLock written(RowLock lock, long lockTime) {
    if (lock instanceof Stable stable) {
      Stable kept = stable.within(trails);
      return kept.fence() > 0 ? kept.fencedAt(lockTime) : kept;
    }
    return lock instanceof Committed committed ? committed.within(trails) : lock;
  }
}
