package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Committed;
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
 */
public final class DecidedRow {

  private final LockedRow row;
  private final List<Cell> cells;
  private final Stable base;
  private final boolean isHeldByCaller;
  private final boolean isEmpty;
  private final long newestTimestamp;

  private DecidedRow(LockedRow row, List<Cell> cells, Stable base, boolean isHeldByCaller) {
    this(row, cells, base, isHeldByCaller, cells.isEmpty(), newestOf(row.stored().cells()));
  }

  private DecidedRow(
      LockedRow row,
      List<Cell> cells,
      Stable base,
      boolean isHeldByCaller,
      boolean isEmpty,
      long newestTimestamp) {
    this.row = row;
    this.cells = cells;
    this.base = base;
    this.isHeldByCaller = isHeldByCaller;
    this.isEmpty = isEmpty;
    this.newestTimestamp = newestTimestamp;
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
    StoredRow bare = new StoredRow(key(), List.of(), row.stored().lock());
    LockedRow bareRow = new LockedRow(bare, row.lock());
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
    return new DecidedRow(row, cells, base, isHeldByCaller, isEmpty, newest);
  }

  public RowKey key() {
    return row.key();
  }

  /** Returns the row with the lock that was found. */
  public LockedRow locked() {
    return row;
  }

  /** Returns the committed cells of the selected columns, in HBase's order. */
  public List<Cell> cells() {
    return cells;
  }

  /** Returns the commit timestamp of the last transaction that wrote the row; 0 if none did. */
  public long version() {
    return base.version();
  }

  /** Returns the last transaction that wrote the row, null if unknown. */
  public @Nullable TransactionId writer() {
    return base.writer();
  }

  /** Returns the base of the row's next lock. */
  public Stable base() {
    return base;
  }

  /**
   * Returns a committed intent that is not applied yet: the next write to the lock must apply it.
   */
  public List<Mutation> unrolledData() {
    Prewritten unrolled = unrolled();
    return unrolled == null
        ? List.of()
        : unrolled.intent().toMutations(row.key().row(), unrolled.commitTimestamp());
  }

  /** Returns the lock with a committed intent that is not applied yet, or null. */
  public @Nullable Prewritten unrolled() {
    return row.lock() instanceof Prewritten unrolled && !isHeldByCaller ? unrolled : null;
  }

  /**
   * Returns whether the lock is neither held nor of a committed transaction that is not finished.
   */
  public boolean isStable() {
    return row.lock() instanceof Stable;
  }

  /** Returns whether the calling transaction itself holds the row. */
  public boolean isHeldByCaller() {
    return isHeldByCaller;
  }

  /** Returns the committed transaction of which this row is the primary, or null. */
  public @Nullable Committed committed() {
    return row.lock() instanceof Committed committed ? committed : null;
  }

  /** Returns the lock cell as read, null if there is none. */
  public @Nullable StoredLock storedLock() {
    return row.stored().lock();
  }

  public boolean hasLockCell() {
    return row.stored().lock() != null;
  }

  public long lockTime() {
    return row.lockTime();
  }

  /** Returns whether the read found no cell in the selected columns. */
  public boolean isEmpty() {
    return isEmpty;
  }

  /**
   * Returns the newest timestamp among the cells that the transaction has read, 0 if there are
   * none.
   */
  public long newestTimestamp() {
    return newestTimestamp;
  }
}
