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
 * A row as one read found it, with every doubt about its lock removed: whoever holds it has
 * committed, or nobody holds it.
 */
public final class DecidedRow {

  private final LockedRow row;
  private final List<Cell> cells;
  private final Stable base;
  private final boolean isHeldByAsker;
  private final boolean isEmpty;
  private final long newestTimestamp;

  private DecidedRow(LockedRow row, List<Cell> cells, Stable base, boolean isHeldByAsker) {
    this(row, cells, base, isHeldByAsker, cells.isEmpty(), newestOf(row.stored().cells()));
  }

  private DecidedRow(
      LockedRow row,
      List<Cell> cells,
      Stable base,
      boolean isHeldByAsker,
      boolean isEmpty,
      long newestTimestamp) {
    this.row = row;
    this.cells = cells;
    this.base = base;
    this.isHeldByAsker = isHeldByAsker;
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

  /** A row whose lock is STABLE, COMMITTED or absent. */
  public static DecidedRow settled(LockedRow row) {
    if (row.lock() instanceof Prewritten) {
      throw new IllegalArgumentException("undecided: " + row.key());
    }
    return new DecidedRow(row, row.stored().cells(), row.lock().decidedPart(), false);
  }

  /** A secondary whose transaction has committed but has not been rolled forward here. */
  public static DecidedRow committedButUnrolled(LockedRow row, ColumnSelection columns) {
    Prewritten lock = (Prewritten) row.lock();
    List<Cell> cells =
        lock.intent()
            .overlay(row.key().row(), row.stored().cells(), columns, lock.commitTimestamp());
    return new DecidedRow(row, cells, lock.rolledForward(), false);
  }

  /** A row that the asking transaction itself holds: it is what it was before. */
  public static DecidedRow heldByAsker(LockedRow row) {
    return new DecidedRow(row, row.stored().cells(), row.lock().decidedPart(), true);
  }

  /** All but the cells: what has to be remembered of a row that was read. */
  public DecidedRow withoutCells() {
    StoredRow bare = new StoredRow(key(), List.of(), row.stored().lock());
    LockedRow bareRow = new LockedRow(bare, row.lock());
    return new DecidedRow(bareRow, List.of(), base, isHeldByAsker, isEmpty, newestTimestamp);
  }

  /**
   * The same, where the transaction has read the row before.
   *
   * @param earlier null when it has not
   */
  public DecidedRow after(@Nullable DecidedRow earlier) {
    long newest =
        earlier == null ? newestTimestamp : Math.max(newestTimestamp, earlier.newestTimestamp);
    return new DecidedRow(row, cells, base, isHeldByAsker, isEmpty, newest);
  }

  public RowKey key() {
    return row.key();
  }

  /** The row with the lock that was found. */
  public LockedRow locked() {
    return row;
  }

  /** The committed cells of the selected columns, in HBase's order. */
  public List<Cell> cells() {
    return cells;
  }

  /** Commit timestamp of the last transaction that wrote the row; 0 when none did. */
  public long version() {
    return base.version();
  }

  /** That transaction, null when it is not known. */
  public @Nullable TransactionId writer() {
    return base.writer();
  }

  /** What the next lock of this row stands on. */
  public Stable base() {
    return base;
  }

  /** What has to be written together with the next lock: a committed but unrolled intent. */
  public List<Mutation> unrolledData() {
    Prewritten unrolled = unrolled();
    return unrolled == null
        ? List.of()
        : unrolled.intent().toMutations(row.key().row(), unrolled.commitTimestamp());
  }

  /** The lock that bears a committed but unrolled intent, or null. */
  public @Nullable Prewritten unrolled() {
    return row.lock() instanceof Prewritten unrolled && !isHeldByAsker ? unrolled : null;
  }

  /** True when the lock is neither held nor waiting for anybody's cleaning up. */
  public boolean isStable() {
    return row.lock() instanceof Stable;
  }

  /** True when the asking transaction itself holds the row. */
  public boolean isHeldByAsker() {
    return isHeldByAsker;
  }

  /** The committed transaction of which this row is the primary, or null. */
  public @Nullable Committed committed() {
    return row.lock() instanceof Committed committed ? committed : null;
  }

  /** The lock cell as read, null when there is none. */
  public @Nullable StoredLock storedLock() {
    return row.stored().lock();
  }

  public boolean hasLockCell() {
    return row.stored().lock() != null;
  }

  public long lockTime() {
    return row.lockTime();
  }

  /** True when the read found no cell, of the columns that were selected. */
  public boolean isEmpty() {
    return isEmpty;
  }

  /** The newest timestamp among the cells that the transaction has read, 0 when there are none. */
  public long newestTimestamp() {
    return newestTimestamp;
  }
}
