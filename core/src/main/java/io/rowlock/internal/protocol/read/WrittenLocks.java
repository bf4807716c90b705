package io.rowlock.internal.protocol.read;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import java.util.ArrayList;
import java.util.List;

/**
 * The locks that this client has written lately, by commits of one request. A commit that needs
 * nothing but the locks of its rows then writes over them without fetching them first.
 *
 * <p>Safety: a remembered lock is no read of the transaction. Like a prefetched one, it only
 * contains the bytes over which the commit writes the row first. No byte string of a row occurs
 * twice (I1), so the write is applied only if no other client has written the row since, however
 * long ago that was. Otherwise the commit has lost a race, and fetches the lock itself.
 *
 * <p>A lost race costs more requests than a right guess saves. So locks are remembered all the
 * time, and used only while they turn out to be right more often. Thread-safe.
 */
public final class WrittenLocks {

  private static final int MOST_ROWS = 10_000;

  /** What a lost race costs, in right guesses. */
  private static final int LOST_RACE = 3;

  /** So that the trust follows a change within a few commits. */
  private static final int MOST_TRUST = 20;

  private final Cache<RowKey, StoredLock> locks =
      CacheBuilder.newBuilder().concurrencyLevel(1).maximumSize(MOST_ROWS).build();
  private int trust; // guarded by this

  /** Returns the rows as bases of writes; none unless all are known, and likely unchanged. */
  public synchronized List<DecidedRow> all(List<RowRead> needed) {
    List<DecidedRow> rows = new ArrayList<>(needed.size());
    for (RowRead read : needed) {
      StoredLock lock = trust < 0 ? null : locks.getIfPresent(read.key());
      if (lock == null || !read.columns().isLockOnly()) {
        return List.of();
      }
      rows.add(DecidedRow.settled(LockedRow.of(new StoredRow(read.key(), List.of(), lock))));
    }
    return rows;
  }

  /** Notes the writes of one request that was applied, each of which leaves a STABLE lock. */
  public synchronized void note(List<ConditionalWrite> applied) {
    int change = 1;
    for (ConditionalWrite write : applied) {
      StoredLock before = locks.getIfPresent(write.key());
      boolean isChanged = before != null && !before.equals(write.expected());
      change = Math.min(change, isChanged ? -LOST_RACE : before == null ? 0 : 1);
      locks.put(write.key(), write.replacement());
    }
    trust = Math.max(-MOST_TRUST, Math.min(MOST_TRUST, trust + change));
  }

  /** Forgets rows that this client writes in another way. */
  public void forget(Iterable<RowKey> rows) {
    locks.invalidateAll(rows);
  }
}
