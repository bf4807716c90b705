package io.rowlock.simulator;

import java.util.List;
import java.util.NavigableMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** What cells do to a map of columns, and what a result shows. */
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

  static String shown(Result result) {
    List<Cell> cells = result.listCells();
    return cells == null ? "" : Hermit.text(cells);
  }
}
