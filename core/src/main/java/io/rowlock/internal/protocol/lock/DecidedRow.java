package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Mutation;
import org.jspecify.annotations.Nullable;

/**
 * The state of a row in one read, after its lock was decided: the transaction that holds the row
 * has committed, or no transaction holds it.
 *
 * @param locked the row with the lock that was found
 * @param cells the committed cells of the selected columns, in HBase's order
 * @param base the base of the row's next lock
 * @param isHeldByCaller whether the calling transaction itself holds the row
 * @param isEmpty whether the read found no cell in the selected columns
 * @param newestTimestamp the newest timestamp among the cells that the transaction has read, 0 if
 *     there are none
 */
public record DecidedRow(
    LockedRow locked,
    List<Cell> cells,
    Stable base,
    boolean isHeldByCaller,
    boolean isEmpty,
    long newestTimestamp) {

  private DecidedRow(LockedRow row, List<Cell> cells, Stable base, boolean isHeldByCaller) {
    this(row, cells, base, isHeldByCaller, cells.isEmpty(), newestOf(row.stored().cells()));
  }

  private static long newestOf(List<Cell> cells) {
    long newest = 0;
    for (Cell cell : cells) {
      newest = Math.max(newest, cell.getTimestamp());
    }
    return newest;
  }

  /** Returns a row whose lock is STABLE, COMMITTED or absent. */
  public static DecidedRow settled(LockedRow row) {
    if (row.lock() instanceof Prewritten) {
      throw new IllegalArgumentException("undecided: " + row.key());
    }
    return new DecidedRow(row, row.stored().cells(), row.lock().decidedPart(), false);
  }

  /** Returns a secondary whose transaction has committed but is not rolled forward in this row. */
  public static DecidedRow committedButUnrolled(LockedRow row, ColumnSelection columns) {
    Prewritten lock = (Prewritten) row.lock();
    List<Cell> cells =
        lock.intent()
            .overlay(row.key().row(), row.stored().cells(), columns, lock.commitTimestamp());
    return new DecidedRow(row, cells, lock.rolledForward(), false);
  }

  /**
   * Returns a row that the calling transaction itself holds: its state is the one before that
   * transaction.
   */
  public static DecidedRow heldByCaller(LockedRow row) {
    return new DecidedRow(row, row.stored().cells(), row.lock().decidedPart(), true);
  }

  /**
   * Returns the row without its cells: what a transaction must remember of a row that it has read.
   */
  public DecidedRow withoutCells() {
    StoredRow bare = new StoredRow(key(), List.of(), storedLock());
    LockedRow bareRow = new LockedRow(bare, locked.lock());
    return new DecidedRow(bareRow, List.of(), base, isHeldByCaller, isEmpty, newestTimestamp);
  }

  /**
   * Returns the same row with what an earlier read by the transaction has shown.
   *
   * @param earlier null if there was none
   */
  public DecidedRow after(@Nullable DecidedRow earlier) {
    long newest =
        earlier == null ? newestTimestamp : Math.max(newestTimestamp, earlier.newestTimestamp);
    return new DecidedRow(locked, cells, base, isHeldByCaller, isEmpty, newest);
  }

  public RowKey key() {
    return locked.key();
  }

  /** Returns the commit timestamp of the last transaction that wrote the row; 0 if none did. */
  public long version() {
    return base.version();
  }

  /** Returns the last transaction that wrote the row, null if unknown. */
  public @Nullable TransactionId writer() {
    return base.writer();
  }

  /**
   * Returns a committed intent that is not applied yet: the next write to the lock must apply it.
   */
  public List<Mutation> unrolledData() {
    Prewritten unrolled = unrolled();
    return unrolled == null
        ? List.of()
        : unrolled.intent().toMutations(key().row(), unrolled.commitTimestamp());
  }

  /** Returns the lock with a committed intent that is not applied yet, or null. */
  public @Nullable Prewritten unrolled() {
    return locked.lock() instanceof Prewritten unrolled && !isHeldByCaller ? unrolled : null;
  }

  /**
   * Returns whether the lock is neither held nor of a committed transaction that is not finished.
   */
  public boolean isStable() {
    return locked.lock() instanceof Stable;
  }

  /** Returns the lock cell as read, null if there is none. */
  public @Nullable StoredLock storedLock() {
    return locked.stored().lock();
  }

  public boolean hasLockCell() {
    return locked.stored().lock() != null;
  }

  public long lockTime() {
    return locked.lockTime();
  }
}
