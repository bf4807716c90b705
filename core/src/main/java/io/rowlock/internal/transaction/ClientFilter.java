package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.ProtocolFailure;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.Filter.ReturnCode;
import org.jspecify.annotations.Nullable;

/**
 * A user's filter, evaluated here, over rows as the transaction sees them.
 *
 * <p>A region server would judge committed rows without the transaction's own writes and with the
 * lock cell among them, and might not even report a row whose version counts as read. So rows are
 * fetched unfiltered, own writes are laid over them, and then the filter goes through the same
 * steps as on a server: {@code filterAllRemaining}, {@code filterRowKey}, {@code filterCell} for
 * each cell, family by family, {@code filterRowCells}, {@code filterRow}, {@code reset}. Rows that
 * the filter hides have been read all the same.
 *
 * <p>Filters have state, so each logical read has an instance of its own: a copy through {@code
 * toByteArray} and {@code parseFrom}, as HBase's client makes one, or the user's instance when it
 * cannot be copied. One instance serves a whole scan, where on HBase every region begins with a
 * fresh one: a {@code PageFilter} is exact here. Not thread-safe.
 */
final class ClientFilter {

  private final Filter filter;
  private final boolean reversed;

  ClientFilter(Filter filter, boolean reversed) {
    this.filter = copyOf(filter);
    this.filter.setReversed(reversed);
    this.reversed = reversed;
  }

  private static Filter copyOf(Filter filter) {
    try {
      Method parse = filter.getClass().getMethod("parseFrom", byte[].class);
      Object copy = parse.invoke(null, (Object) filter.toByteArray());
      return copy instanceof Filter other && other.getClass() == filter.getClass() ? other : filter;
    } catch (ReflectiveOperationException | IOException | RuntimeException notCopyable) {
      return filter;
    }
  }

  /** True when no further row can pass. */
  boolean isDone() {
    try {
      return filter.filterAllRemaining();
    } catch (IOException e) {
      throw broken(e);
    }
  }

  /**
   * Judges the next row.
   *
   * @param row at least one cell, in HBase's order
   * @return what the filter leaves of it: nothing when it hides the row
   */
  List<Cell> apply(List<Cell> row) {
    try {
      List<Cell> left = judge(row);
      filter.reset();
      return left;
    } catch (IOException e) {
      throw broken(e);
    }
  }

  private List<Cell> judge(List<Cell> row) throws IOException {
    if (filter.filterAllRemaining() || filter.filterRowKey(row.get(0))) {
      return List.of();
    }
    List<Cell> cells = filterCells(row);
    boolean hidden = cells.isEmpty();
    if (filter.hasFilterRow()) {
      filter.filterRowCells(cells);
    }
    return hidden || cells.isEmpty() || filter.filterRow() ? List.of() : cells;
  }

  private List<Cell> filterCells(List<Cell> row) throws IOException {
    List<Cell> included = new ArrayList<>(row.size());
    int position = 0;
    while (position < row.size() && !filter.filterAllRemaining()) {
      Cell cell = row.get(position);
      ReturnCode code = filter.filterCell(cell);
      switch (code) {
        case INCLUDE, INCLUDE_AND_NEXT_COL, INCLUDE_AND_SEEK_NEXT_ROW ->
            included.add(filter.transformCell(cell));
        default -> {}
      }
      position = next(row, position, code);
    }
    return included;
  }

  private int next(List<Cell> row, int position, ReturnCode code) throws IOException {
    return switch (code) {
      case INCLUDE, INCLUDE_AND_NEXT_COL, SKIP, NEXT_COL -> position + 1;
      case NEXT_ROW, INCLUDE_AND_SEEK_NEXT_ROW -> seek(row, position, null);
      case SEEK_NEXT_USING_HINT -> useHint(row, position);
    };
  }

  private int useHint(List<Cell> row, int position) throws IOException {
    Cell cell = row.get(position);
    Cell hint = filter.getNextCellHint(cell);
    int direction = hint == null ? 0 : CellComparator.getInstance().compare(hint, cell);
    if (reversed) {
      return direction < 0 ? seek(row, position, null) : position + 1;
    }
    return direction > 0 ? seek(row, position, hint) : position + 1;
  }

  /** The next cell of the family at or after the target, else the first one of the next family. */
  private static int seek(List<Cell> row, int position, @Nullable Cell target) {
    Cell cell = row.get(position);
    int next = position + 1;
    while (next < row.size()
        && CellUtil.matchingFamily(row.get(next), cell)
        && (target == null || CellComparator.getInstance().compare(row.get(next), target) < 0)) {
      next++;
    }
    return next;
  }

  private ProtocolFailure broken(IOException cause) {
    return ProtocolFailure.store(null, "The filter " + filter + " failed", cause);
  }
}
