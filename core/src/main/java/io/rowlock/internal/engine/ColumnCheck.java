package io.rowlock.internal.engine;

import java.util.Objects;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.jspecify.annotations.Nullable;

/**
 * Collects the condition of HBase's deprecated builders for a {@link CheckAndMutate}. Not
 * thread-safe.
 *
 * @param <S> the builder itself
 */
abstract class ColumnCheck<S> {

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
  ColumnCheck(byte[] row, byte[] family) {
    this(row, family, null);
  }

  /** Creates a condition on whole rows. */
  ColumnCheck(byte[] row, Filter filter) {
    this(
        row,
        HConstants.EMPTY_BYTE_ARRAY,
        CheckAndMutate.newBuilder(row).ifMatches(Objects.requireNonNull(filter, "filter")));
  }

  abstract S self();

  public S qualifier(byte[] name) {
    qualifier = Objects.requireNonNull(name, "qualifier");
    return self();
  }

  public S timeRange(@Nullable TimeRange range) {
    timeRange = range;
    return self();
  }

  public S ifNotExists() {
    return matches(CompareOperator.EQUAL, null);
  }

  public S ifMatches(CompareOperator newOperator, byte[] expected) {
    return matches(newOperator, Objects.requireNonNull(expected, "value"));
  }

  private S matches(CompareOperator newOperator, byte @Nullable [] expected) {
    operator = Objects.requireNonNull(newOperator, "operator");
    value = expected;
    return self();
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

  /** Refuses an action on another row. */
  void requireSameRow(Row action) throws DoNotRetryIOException {
    SameRow.require(row, action);
  }
}
