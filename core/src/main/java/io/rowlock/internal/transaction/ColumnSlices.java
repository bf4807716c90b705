package io.rowlock.internal.transaction;

import io.rowlock.internal.store.ColumnSlice;
import java.util.Arrays;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultipleColumnPrefixFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Estimates which part of a row answers a get for a page of it, from HBase's own filters and the
 * limits of families. The bounds of a slice are exact: the filter passes no cell outside of them,
 * and its state does not depend on those cells. The length is an estimate: a reader that runs out
 * of cells reads a wider slice.
 */
final class ColumnSlices {

  /** The number of columns to read if only the start is known. */
  static final int DEFAULT = 1_000;

  private static final int MAX = 10_000;
  private static final int GROWTH = 10;

  /** Some filters need one or two further cells to show that they pass no more. */
  private static final int MORE = 2;

  private static final byte[] NONE = HConstants.EMPTY_BYTE_ARRAY;

  private ColumnSlices() {}

  /** Returns what to read first; null: the whole row. */
  static @Nullable ColumnSlice first(Get get) {
    Filter filter = get.getFilter();
    FamilyWindow window = FamilyWindow.of(get);
    if (filter == null) {
      return window.isLimited() ? slice(NONE, NONE, window.end()) : null;
    }
    byte @Nullable [] from = start(filter, get.getFamilyMap().size() == 1);
    if (from == null) {
      return null;
    }
    long count = Math.min(count(filter), window.isLimited() ? window.end() : DEFAULT);
    return slice(from, end(filter), count);
  }

  /** Returns what to read if a slice was too short; null: the whole row. */
  static @Nullable ColumnSlice wider(ColumnSlice tooShort) {
    return slice(tooShort.from(), tooShort.until(), (long) GROWTH * tooShort.limit());
  }

  private static @Nullable ColumnSlice slice(byte[] from, byte[] until, long count) {
    return count > MAX ? null : new ColumnSlice(from, until, (int) count + MORE);
  }

  /**
   * Returns the first column that can pass; null if the filter is not one for pages. A filter that
   * begins at a column compares with it only in the first family that has such columns.
   */
  private static byte @Nullable [] start(Filter filter, boolean isOneFamily) {
    if (filter instanceof ColumnRangeFilter range) {
      return orEmpty(range.getMinColumn());
    }
    if (filter instanceof ColumnPrefixFilter prefix) {
      return orEmpty(prefix.getPrefix());
    }
    if (filter instanceof MultipleColumnPrefixFilter prefixes) {
      return Arrays.stream(prefixes.getPrefix()).min(Bytes.BYTES_COMPARATOR).orElse(null);
    }
    if (filter instanceof ColumnPaginationFilter pagination) {
      byte[] from = orEmpty(pagination.getColumnOffset());
      return isOneFamily || from.length == 0 ? from : null;
    }
    if (filter instanceof ColumnCountGetFilter || filter instanceof FirstKeyOnlyFilter) {
      return NONE;
    }
    return isConjunction(filter)
        ? start(((FilterList) filter).getFilters().get(0), isOneFamily)
        : null;
  }

  /** Returns the first column that no longer can pass, and none behind it can; empty if unknown. */
  private static byte[] end(Filter filter) {
    if (filter instanceof ColumnRangeFilter range) {
      byte[] max = orEmpty(range.getMaxColumn());
      return range.getMaxColumnInclusive() && max.length > 0 ? next(max) : max;
    }
    return isConjunction(filter) ? end(((FilterList) filter).getFilters().get(0)) : NONE;
  }

  /** Returns the qualifier that comes right after another one. */
  private static byte[] next(byte[] qualifier) {
    return Arrays.copyOf(qualifier, qualifier.length + 1);
  }

  /**
   * Returns whether a cell must pass all filters. Then the filters after the first one do not see
   * what it hides.
   */
  private static boolean isConjunction(Filter filter) {
    return filter instanceof FilterList list
        && list.getOperator() == FilterList.Operator.MUST_PASS_ALL
        && !list.getFilters().isEmpty();
  }

  /** Returns how many columns of a family may have to be judged. */
  private static long count(Filter filter) {
    if (filter instanceof ColumnPaginationFilter pagination) {
      return Math.max(0, pagination.getLimit()) + (long) Math.max(0, pagination.getOffset());
    }
    if (filter instanceof ColumnCountGetFilter counting) {
      return Math.max(0, counting.getLimit());
    }
    if (filter instanceof FilterList list) {
      return list.getFilters().stream().mapToLong(ColumnSlices::count).min().orElse(DEFAULT);
    }
    return filter instanceof FirstKeyOnlyFilter ? 1 : DEFAULT;
  }

  private static byte[] orEmpty(byte @Nullable [] qualifier) {
    return qualifier == null ? NONE : qualifier;
  }
}
