package io.rowlock.operations;

import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.StoredLock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one row from a raw scan: the newest value of each column, as far as no delete hides
 * it, and the deletes. A raw scan returns the deletes of a family first, and in a column newer
 * cells before older ones, and at the same time deletes before values.
 */
final class RawRow {

  private final List<Cell> values = new ArrayList<>();
  private final List<Cell> deletes = new ArrayList<>();

  private RawRow() {}

  static RawRow of(Result raw) {
    RawRow row = new RawRow();
    Mask mask = new Mask();
    for (Cell cell : raw.rawCells()) {
      mask.moveTo(cell);
      if (cell.getType() != Cell.Type.Put) {
        mask.hide(cell);
        row.deletes.add(cell);
      } else if (mask.shows(cell)) {
        row.values.add(cell);
      }
    }
    return row;
  }

  /** Returns the row's lock as readers see it. */
  Optional<StoredLock> lock() {
    return values.stream()
        .filter(cell -> CellUtil.matchingColumn(cell, LockColumn.family(), LockColumn.qualifier()))
        .findFirst()
        .map(cell -> new StoredLock(CellUtil.cloneValue(cell), cell.getTimestamp()));
  }

  /**
   * Returns the time of the newest delete of the lock that is not Rowlock's, which deletes all
   * versions of the column.
   */
  OptionalLong lockDeletedAt() {
    return deletes.stream()
        .filter(RawRow::isOfLocks)
        .filter(cell -> cell.getType() != Cell.Type.DeleteColumn)
        .mapToLong(Cell::getTimestamp)
        .max();
  }

  /** Returns the times of the newest values of the columns with data. */
  Stream<Long> valueTimes() {
    return values.stream().filter(cell -> !isOfLocks(cell)).map(Cell::getTimestamp);
  }

  /** Returns the times of the deletes of data. */
  Stream<Long> deleteTimes() {
    return deletes.stream().filter(cell -> !isOfLocks(cell)).map(Cell::getTimestamp);
  }

  /**
   * Returns the times of deletes of single versions, which Rowlock never makes. A delete of the
   * latest version, as in HBase's shell, has the time of that version.
   */
  Stream<Long> deleteTimesOfVersions() {
    return deletes.stream()
        .filter(
            cell ->
                cell.getType() == Cell.Type.Delete
                    || cell.getType() == Cell.Type.DeleteFamilyVersion)
        .filter(cell -> !isOfLocks(cell))
        .map(Cell::getTimestamp);
  }

  private static boolean isOfLocks(Cell cell) {
    return CellUtil.matchingFamily(cell, LockColumn.family());
  }

  /** What the deletes hide, on the way through the cells of a row. */
  private static final class Mask {

    private @Nullable Cell last;
    private long familyUpTo;
    private long columnUpTo;
    private boolean isShown;
    private final Set<Long> versionsOfFamily = new HashSet<>();
    private final Set<Long> versionsOfColumn = new HashSet<>();

    void moveTo(Cell cell) {
      if (last == null || !CellUtil.matchingFamily(last, cell)) {
        familyUpTo = Long.MIN_VALUE;
        versionsOfFamily.clear();
        startColumn();
      } else if (!CellUtil.matchingQualifier(last, cell)) {
        startColumn();
      }
      last = cell;
    }

    private void startColumn() {
      columnUpTo = Long.MIN_VALUE;
      isShown = false;
      versionsOfColumn.clear();
    }

    void hide(Cell delete) {
      long time = delete.getTimestamp();
      switch (delete.getType()) {
        case DeleteFamily -> familyUpTo = Math.max(familyUpTo, time);
        case DeleteFamilyVersion -> versionsOfFamily.add(time);
        case DeleteColumn -> columnUpTo = Math.max(columnUpTo, time);
        default -> versionsOfColumn.add(time);
      }
    }

    /** Returns whether the value is the newest one of its column that is not hidden. */
    boolean shows(Cell value) {
      long time = value.getTimestamp();
      boolean isHidden =
          time <= Math.max(familyUpTo, columnUpTo)
              || versionsOfFamily.contains(time)
              || versionsOfColumn.contains(time);
      boolean shows = !isShown && !isHidden;
      isShown |= shows;
      return shows;
    }
  }
}
