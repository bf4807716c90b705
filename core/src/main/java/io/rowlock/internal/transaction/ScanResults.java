package io.rowlock.internal.transaction;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterList;
import org.jspecify.annotations.Nullable;

/**
 * Creates results from the rows of a scan: filtered, cut into parts if requested, and counted. Not
 * thread-safe.
 */
final class ScanResults {

  private final @Nullable ClientFilter filter;
  private final int partCells;
  private final int rowLimit;
  private @Nullable List<Cell> whole;
  private boolean midRow;
  private boolean shown;
  private int rows;

  ScanResults(Scan scan) {
    partCells = scan.getBatch() > 0 ? scan.getBatch() : Integer.MAX_VALUE;
    rowLimit = scan.getLimit() > 0 ? scan.getLimit() : Integer.MAX_VALUE;
    FamilyWindow window = FamilyWindow.of(scan);
    ClientFilter requested = ClientFilter.of(scan.getFilter(), scan.isReversed(), window);
    filter =
        requested == null && scan.getBatch() > 0
            ? new ClientFilter(new FilterList(), scan.isReversed(), window)
            : requested;
  }

  /** Returns whether the scan needs no further row. */
  boolean isDone() {
    return rows >= rowLimit || (filter != null && filter.isDone());
  }

  /** Begins with the next row, which may have no cells left. */
  void begin(List<Cell> row) {
    midRow = !row.isEmpty();
    shown = false;
    if (filter == null) {
      whole = row;
    } else if (midRow) {
      filter.begin(new RowCells(row));
    }
  }

  /** Returns the next result of the row, or null if there is none. */
  @Nullable Result next() {
    if (!midRow) {
      return null;
    }
    Result part = filter == null ? last(whole()) : nextPart(filter);
    if (!part.isEmpty()) {
      shown = true;
    }
    if (!midRow && shown) {
      rows++;
    }
    return part.isEmpty() ? null : part;
  }

  private List<Cell> whole() {
    List<Cell> cells = whole == null ? List.of() : whole;
    whole = null;
    return cells;
  }

  private Result nextPart(ClientFilter filter) {
    filter.judge(partCells);
    return filter.hasMore() ? Results.partOf(filter.take()) : last(filter.end());
  }

  private Result last(List<Cell> cells) {
    midRow = false;
    return Results.of(cells);
  }
}
