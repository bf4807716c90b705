package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.Filter.ReturnCode;
import org.apache.hadoop.hbase.filter.FilterList;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a user's filter in the client, over rows as the transaction sees them, and then the
 * limits of a query for each family, which count the cells that pass the filter.
 *
 * <p>A region server would judge committed rows without the transaction's own writes and with the
 * lock cell among them, and might not even return a row whose version counts as read. So rows are
 * fetched unfiltered, own writes are laid over them, and then the filter goes through the same
 * steps as on a server: {@code filterAllRemaining}, {@code filterRowKey}, {@code filterCell} for
 * each cell, family by family, {@code filterRowCells}, {@code filterRow}, {@code reset}. Rows that
 * the filter hides count as read nevertheless.
 *
 * <p>Filters have state, so each logical read has its own instance: a copy through {@code
 * toByteArray} and {@code parseFrom}, as HBase's client makes it, or the user's instance if it
 * cannot be copied. One instance serves a whole scan, while on HBase every region begins with a new
 * one: a {@code PageFilter} is exact here. Not thread-safe.
 */
final class ClientFilter {

  private final Filter filter;
  private final boolean reversed;
  private final FamilyWindow window;
  private RowCells row = new RowCells(List.of());
  private List<Cell> left = List.of();
  private @Nullable Cell family;
  private long countOfFamily;
  private boolean begun;

  ClientFilter(Filter filter, boolean reversed) {
    this(filter, reversed, FamilyWindow.ALL);
  }

  ClientFilter(Filter filter, boolean reversed, FamilyWindow window) {
    this.filter = copyOf(filter);
    this.filter.setReversed(reversed);
    this.reversed = reversed;
    this.window = window;
  }

  /** Returns the filter and limits of a query, null if it has none. */
  static @Nullable ClientFilter of(@Nullable Filter filter, boolean reversed, FamilyWindow window) {
    if (filter == null && window.isAll()) {
      return null;
    }
    return new ClientFilter(filter == null ? new FilterList() : filter, reversed, window);
  }

  /** Returns a copy that no other code changes, or the filter itself if it cannot be copied. */
  static Filter copyOf(Filter filter) {
    try {
      Method parse = filter.getClass().getMethod("parseFrom", byte[].class);
      Object copy = parse.invoke(null, (Object) filter.toByteArray());
      return copy instanceof Filter other && other.getClass() == filter.getClass() ? other : filter;
    } catch (ReflectiveOperationException | IOException | RuntimeException notCopyable) {
      return filter;
    }
  }

  /** Returns whether no further row can pass. */
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
   * @param cells in HBase's order
   * @return the cells that pass: none if the filter hides the row
   */
  List<Cell> apply(List<Cell> cells) {
    return apply(new RowCells(cells));
  }

  /**
   * Judges the next row, whose cells may be a slice. Afterwards they show whether all cells that
   * matter were present.
   */
  List<Cell> apply(RowCells cells) {
    begin(cells);
    judge(Integer.MAX_VALUE);
    return end();
  }

  /** Begins with the next row. */
  void begin(RowCells cells) {
    row = cells;
    left = new ArrayList<>();
    family = null;
    begun = false;
  }

  /** Judges cells until none is left, or so many have passed that were not taken. */
  void judge(int enough) {
    try {
      for (Cell cell = row.peek(); cell != null && left.size() < enough; cell = row.peek()) {
        judge(cell);
      }
    } catch (IOException | RuntimeException e) {
      throw broken(e);
    }
  }

  /** Returns whether cells of the row have not been judged yet. */
  boolean hasMore() {
    return row.peek() != null;
  }

  /** Takes the cells that have passed so far, of a row that continues. */
  List<Cell> take() {
    List<Cell> taken = left;
    left = new ArrayList<>();
    return taken;
  }

  /** Judges the row as a whole, and ends it. */
  List<Cell> end() {
    try {
      boolean hidden = left.isEmpty();
      if (begun && filter.hasFilterRow()) {
        filter.filterRowCells(left);
      }
      hidden = hidden || left.isEmpty() || filter.filterRow();
      filter.reset();
      return hidden ? List.of() : left;
    } catch (IOException | RuntimeException e) {
      throw broken(e);
    }
  }

  private void judge(Cell cell) throws IOException {
    if (filter.filterAllRemaining() || (!begun && filter.filterRowKey(cell))) {
      row.skipAll();
      return;
    }
    begun = true;
    ReturnCode code = filter.filterCell(cell);
    switch (code) {
      case INCLUDE, INCLUDE_AND_NEXT_COL -> include(cell, false);
      case INCLUDE_AND_SEEK_NEXT_ROW -> include(cell, true);
      case SKIP, NEXT_COL -> row.step();
      case NEXT_ROW -> row.skipFamily(cell);
      case SEEK_NEXT_USING_HINT -> useHint(cell);
    }
  }

  private void include(Cell cell, boolean isLastOfFamily) throws IOException {
    Cell passed = filter.transformCell(cell);
    countOfFamily = family != null && CellUtil.matchingFamily(family, cell) ? countOfFamily + 1 : 1;
    family = cell;
    if (window.includes(countOfFamily)) {
      left.add(passed);
    }
    if (isLastOfFamily || window.endsAt(countOfFamily)) {
      row.skipFamily(cell);
    } else {
      row.step();
    }
  }

  private void useHint(Cell cell) throws IOException {
    Cell hint = filter.getNextCellHint(cell);
    int direction = hint == null ? 0 : CellComparator.getInstance().compare(hint, cell);
    if (reversed && direction < 0) {
      row.skipFamily(cell);
    } else if (!reversed && direction > 0) {
      row.seek(cell, hint);
    } else {
      row.step();
    }
  }

  private ProtocolFailure broken(Exception cause) {
    return ProtocolFailure.store(null, "The filter " + filter + " failed: " + cause, cause);
  }
}
