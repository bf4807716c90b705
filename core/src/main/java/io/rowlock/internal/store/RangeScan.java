package io.rowlock.internal.store;

/**
 * One page of a range to read.
 *
 * @param limit rows at most in the page, positive
 */
public record RangeScan(RowRange range, ColumnSelection columns, boolean reversed, int limit) {}
