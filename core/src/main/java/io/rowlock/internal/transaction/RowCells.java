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
 * The cells of one row that have not been judged yet, in HBase's order. Of a family there may be
 * more than was read; whoever comes to the end of what was read finds out that he {@link
 * #ranShort}. Not thread-safe.
 */
final class RowCells {

  private final Deque<Cell> cells;
  private final int sliceLimit;
  private final Map<byte[], Integer> counts = new TreeMap<>(Bytes.BYTES_COMPARATOR);
  private boolean ranShort;

  /** A whole row. */
  RowCells(Collection<Cell> cells) {
    this(cells, 0);
  }

  /**
   * A row of which a slice was read.
   *
   * @param sliceLimit a family that has as many cells may have more, 0: none has
   */
  RowCells(Collection<Cell> cells, int sliceLimit) {
    this.cells = new ArrayDeque<>(cells);
    this.sliceLimit = sliceLimit;
    if (sliceLimit > 0) {
      cells.forEach(cell -> counts.merge(CellUtil.cloneFamily(cell), 1, Integer::sum));
    }
  }

  /** The next cell, null when there is none. */
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

  /** True when cells that were not read should have been judged. */
  boolean ranShort() {
    return ranShort;
  }

  /** Passes what is left of the family. */
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

  /** Passes the whole row. */
  void skipAll() {
    cells.clear();
  }
}
