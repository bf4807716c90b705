package io.rowlock.simulator;

import java.util.List;
import java.util.NavigableMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** Applies cells to a map of columns, and compares the map with results. */
final class HermitColumns {

  private HermitColumns() {}

  static void apply(Cell cell, NavigableMap<String, byte[]> columns) {
    switch (cell.getType()) {
      case Put -> columns.put(Hermit.nameOf(cell), CellUtil.cloneValue(cell));
      case DeleteColumn -> columns.remove(Hermit.nameOf(cell));
      case DeleteFamily -> {
        String family = Bytes.toString(CellUtil.cloneFamily(cell));
        columns.keySet().removeIf(column -> column.startsWith(family + ":"));
      }
      default -> throw new IllegalArgumentException("of no mutation here: " + cell);
    }
  }

  /**
   * Evaluates a condition. A missing value and an empty one are the same to a condition that
   * expects one of them.
   */
  static boolean holds(
      CompareOperator operator, byte @Nullable [] expected, byte @Nullable [] stored) {
    if (expected == null || expected.length == 0) {
      boolean isNothing = stored == null || stored.length == 0;
      return isNothing == (operator != CompareOperator.NOT_EQUAL);
    }
    if (stored == null) {
      return false;
    }
    int order = Integer.signum(Bytes.compareTo(expected, stored));
    return switch (operator) {
      case LESS -> order == -1;
      case LESS_OR_EQUAL -> order != 1;
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case GREATER_OR_EQUAL -> order != -1;
      case GREATER -> order == 1;
      case NO_OP -> true;
    };
  }

  static String shown(Result result) {
    List<Cell> cells = result.listCells();
    return cells == null ? "" : Hermit.text(cells);
  }
}
