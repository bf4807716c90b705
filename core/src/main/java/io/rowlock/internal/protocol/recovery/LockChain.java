package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredRow;
import java.util.ArrayList;
import java.util.List;

/**
 * Locks on the way to one that must be settled first, each in a row on which the fate of the
 * previous one depends. Immutable.
 *
 * <p>Each lock was written after a client had seen the next one, or a later one of that row. So if
 * a lock appears twice, no client has written these locks: a circle. There is no circle
 *
 * <ul>
 *   <li>if a row appears twice with different locks: a stale server has shown an earlier one, or
 *       the row was locked anew in the meantime;
 *   <li>if some lock is taken for an earlier one only because a vacuum may have removed it ({@link
 *       LockedRow#mayBeVacuumedBefore}): it is not if the clocks of clients are too far apart.
 * </ul>
 *
 * @param isCertain whether no lock is taken for an earlier one
 */
public record LockChain(List<StoredRow> rows, boolean isCertain) {

  /** The longest plausible chain of locks that wait for each other's primaries. */
  private static final int LONGEST = 16;

  /** Returns the chain of a lock that no other one depends on. */
  public static LockChain of(StoredRow row) {
    return new LockChain(List.of(row), true);
  }

  /**
   * Returns the chain with a lock in a row where the last one's transaction writes.
   *
   * @param expected the lock time that this write expects
   */
  public LockChain with(StoredRow next, long expected) {
    List<StoredRow> longer = new ArrayList<>(rows);
    longer.add(next);
    return new LockChain(longer, isCertain && next.lockTime() <= expected);
  }

  /** Returns whether the row of the last lock appears before. */
  public boolean isClosed() {
    RowKey last = last().key();
    return rows.stream().filter(row -> row.key().equals(last)).count() > 1;
  }

  /** Returns whether no client has written these locks, if the chain is closed. */
  public boolean isCircle() {
    StoredRow last = last();
    return isCertain
        && rows.stream()
            .filter(row -> row.key().equals(last.key()))
            .allMatch(row -> row.lockTime() == last.lockTime());
  }

  public boolean isTooLong() {
    return rows.size() > LONGEST;
  }

  public RowKey first() {
    return rows.get(0).key();
  }

  /** Returns the rows, for messages. */
  @Override
  public String toString() {
    return rows.stream().map(StoredRow::key).toList().toString();
  }

  private StoredRow last() {
    return rows.get(rows.size() - 1);
  }
}
