package io.rowlock.internal.transaction;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.jspecify.annotations.Nullable;

/** The cells of one row that have not been judged yet, in HBase's order. Not thread-safe. */
final class RowCells {

  private final Deque<Cell> cells;

  RowCells(Collection<Cell> cells) {
    this.cells = new ArrayDeque<>(cells);
  }

  /** The next cell, null when there is none. */
  @Nullable Cell peek() {
    return cells.peek();
  }

  /** Goes one cell further. */
  void step() {
    cells.remove();
  }

  /** Passes what is left of the family. */
  void skipFamily(Cell ofFamily) {
    while (isIn(ofFamily, cells.peek())) {
      step();
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
