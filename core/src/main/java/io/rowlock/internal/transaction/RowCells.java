package io.rowlock.internal.transaction;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one row that have not been judged yet, in HBase's order. The row may contain more
 * cells of a family than were read; a caller that reaches the end of what was read detects it by
 * {@link #ranShort}. Not thread-safe.
 */
final class RowCells {

  private final Deque<Cell> cells;
  private final int sliceLimit;
  private final Map<byte[], Integer> counts = new TreeMap<>(Bytes.BYTES_COMPARATOR);
  private boolean ranShort;

  /** Creates the cells of a whole row. */
  RowCells(Collection<Cell> cells) {
    this(cells, 0);
  }

  /**
   * Creates the cells of a slice.
   *
   * @param sliceLimit a family with as many cells may have more; 0: none has
   */
  RowCells(Collection<Cell> cells, int sliceLimit) {
    this.cells = new ArrayDeque<>(cells);
    this.sliceLimit = sliceLimit;
    if (sliceLimit > 0) {
      cells.forEach(cell -> counts.merge(CellUtil.cloneFamily(cell), 1, Integer::sum));
    }
  }

  /** Returns the next cell, null if there is none. */
  @Nullable Cell peek() {
    return cells.peek();
  }

  /** Goes one cell further. */
  void step() {
    Cell passed = cells.remove();
    if (sliceLimit > 0
        && !isIn(passed, cells.peek())
        && counts.getOrDefault(CellUtil.cloneFamily(passed), 0) == sliceLimit) {
      ranShort = true;
    }
  }

  /** Returns whether the caller needed cells that were not read. */
  boolean ranShort() {
    return ranShort;
  }

  /** Skips the rest of the family. */
  void skipFamily(Cell ofFamily) {
    while (isIn(ofFamily, cells.peek())) {
      cells.remove();
    }
  }

  /** Goes to the first cell of the family at or behind the target, or to the next family. */
  void seek(Cell ofFamily, Cell target) {
    while (isIn(ofFamily, cells.peek())
        && CellComparator.getInstance().compare(cells.peek(), target) < 0) {
      step();
    }
  }

  private static boolean isIn(Cell family, @Nullable Cell cell) {
    return cell != null && CellUtil.matchingFamily(cell, family);
  }

  /** Skips the rest of the row. */
  void skipAll() {
    cells.clear();
  }
}
