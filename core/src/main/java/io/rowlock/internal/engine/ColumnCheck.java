package io.rowlock.internal.engine;

import java.util.Objects;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.jspecify.annotations.Nullable;

/**
 * Collects the condition of HBase's deprecated builders for a {@link CheckAndMutate}. Not
 * thread-safe.
 */
final class ColumnCheck {

  private final byte[] row;
  private final byte[] family;
  private final CheckAndMutate.@Nullable Builder filtered; // the only condition, if there is one
  private byte @Nullable [] qualifier;
  private @Nullable TimeRange timeRange;
  private @Nullable CompareOperator operator;
  private byte @Nullable [] value;

  private ColumnCheck(byte[] row, byte[] family, CheckAndMutate.@Nullable Builder filtered) {
    this.row = Objects.requireNonNull(row, "row");
    this.family = Objects.requireNonNull(family, "family");
    this.filtered = filtered;
  }

  /** Creates a condition on one column, which is still to be set. */
  static ColumnCheck of(byte[] row, byte[] family) {
    return new ColumnCheck(row, family, null);
  }

  /** Creates a condition on whole rows. */
  static ColumnCheck of(byte[] row, Filter filter) {
    Objects.requireNonNull(filter, "filter");
    return new ColumnCheck(
        row, HConstants.EMPTY_BYTE_ARRAY, CheckAndMutate.newBuilder(row).ifMatches(filter));
  }

  byte[] row() {
    return row;
  }

  void qualifier(byte[] name) {
    qualifier = Objects.requireNonNull(name, "qualifier");
  }

  void timeRange(@Nullable TimeRange range) {
    timeRange = range;
  }

  /**
   * Sets the condition.
   *
   * @param expected null for "nothing"
   */
  void matches(CompareOperator newOperator, byte @Nullable [] expected) {
    operator = Objects.requireNonNull(newOperator, "operator");
    value = expected;
  }

  CheckAndMutate.Builder toBuilder() {
    if (filtered != null) {
      return filtered.timeRange(timeRange);
    }
    CompareOperator known =
        Objects.requireNonNull(
            operator, "The condition is missing: call ifNotExists, ifEquals or ifMatches first");
    return CheckAndMutate.newBuilder(row)
        .ifMatches(family, qualifier, known, value)
        .timeRange(timeRange);
  }
}
