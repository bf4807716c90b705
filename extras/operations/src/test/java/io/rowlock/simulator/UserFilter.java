package io.rowlock.simulator;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.jspecify.annotations.Nullable;

/** A user's own filter, which HBase cannot copy. */
final class UserFilter extends FilterBase {

  /** The behaviour of the filter. */
  enum Kind {
    /** Shows the first cell of each family. */
    FIRST_OF_FAMILY,
    /** Leaves out the count, with a hint that leads nowhere. */
    NO_HINT,
    /** Leaves out the count, with a hint that leads back. */
    HINT_BACK,
    /** Hides rows by their keys. */
    NO_ROW,
    /** Hides rows when it has seen them. */
    ROW_AT_LAST,
    /** Takes the count out of rows when it has seen them. */
    CELLS_AT_LAST
  }

  private final Kind kind;

  UserFilter(Kind kind) {
    this.kind = kind;
  }

  /** Returns what the filter passes of a row. */
  Content left(Content row) {
    return switch (kind) {
      case FIRST_OF_FAMILY -> row.window(0, 1);
      case NO_HINT, HINT_BACK, CELLS_AT_LAST -> row.only(true, false, true);
      case NO_ROW, ROW_AT_LAST -> Content.NOTHING;
    };
  }

  boolean judgesRows() {
    return hasFilterRow();
  }

  @Override
  public boolean filterRowKey(Cell cell) {
    return kind == Kind.NO_ROW;
  }

  @Override
  public ReturnCode filterCell(Cell cell) {
    return switch (kind) {
      case FIRST_OF_FAMILY -> ReturnCode.INCLUDE_AND_SEEK_NEXT_ROW;
      case NO_HINT, HINT_BACK ->
          isCount(cell) ? ReturnCode.SEEK_NEXT_USING_HINT : ReturnCode.INCLUDE;
      default -> ReturnCode.INCLUDE;
    };
  }

  private static boolean isCount(Cell cell) {
    return CellUtil.matchingColumn(cell, Content.F, Content.COUNT);
  }

  @Override
  public @Nullable Cell getNextCellHint(Cell cell) {
    return kind == Kind.NO_HINT ? null : PrivateCellUtil.createFirstOnRow(cell);
  }

  @Override
  public boolean hasFilterRow() {
    return kind == Kind.ROW_AT_LAST || kind == Kind.CELLS_AT_LAST;
  }

  @Override
  public void filterRowCells(List<Cell> cells) throws IOException {
    if (kind == Kind.CELLS_AT_LAST) {
      cells.removeIf(UserFilter::isCount);
    }
  }

  @Override
  public boolean filterRow() {
    return kind == Kind.ROW_AT_LAST;
  }
}
