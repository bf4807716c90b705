package io.rowlock.internal.store;

/**
 * The read of one page of a range: at least one row, if there is one, and then as many as fit.
 *
 * @param limit the largest number of rows in the page, positive
 * @param maxBytes the approximate largest size of the cells in the page, positive; rows are never
 *     cut
 */
public record RangeScan(
    RowRange range, ColumnSelection columns, boolean reversed, int limit, long maxBytes) {

  /** The default size of a page. */
  public static final long DEFAULT_BYTES = 2L << 20;

  /** Creates a read of a page of the default size. */
  public RangeScan(RowRange range, ColumnSelection columns, boolean reversed, int limit) {
    this(range, columns, reversed, limit, DEFAULT_BYTES);
  }

  /** Returns the row at which the scan starts. */
  public RowKey start() {
    return new RowKey(range.table(), reversed ? range.last() : range.first());
  }

  /** Returns the read of the next page, behind a row. */
  public RangeScan after(RowKey row) {
    return new RangeScan(range.after(row.row(), reversed), columns, reversed, limit, maxBytes);
  }

  /** Returns whether both return the same cells in the same order, whatever their pages are. */
  public boolean returnsSame(RangeScan other) {
    return range.isSame(other.range)
        && reversed == other.reversed
        && columns.includesAll(other.columns)
        && other.columns.includesAll(columns);
  }
}
