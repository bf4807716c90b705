package io.rowlock.internal.store;

/**
 * One page of a range to read: at least one row, if there is one, and then as many as fit.
 *
 * @param limit rows at most in the page, positive
 * @param maxBytes about so many bytes of cells at most in the page, positive; rows are never cut
 */
public record RangeScan(
    RowRange range, ColumnSelection columns, boolean reversed, int limit, long maxBytes) {

  /** How many bytes a page holds when nobody says otherwise. */
  public static final long DEFAULT_BYTES = 2L << 20;

  /** A page of the usual size. */
  public RangeScan(RowRange range, ColumnSelection columns, boolean reversed, int limit) {
    this(range, columns, reversed, limit, DEFAULT_BYTES);
  }
}
