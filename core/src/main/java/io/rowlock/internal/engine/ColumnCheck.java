package io.rowlock.internal.engine;

import java.util.Objects;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.io.TimeRange;
import org.jspecify.annotations.Nullable;

/**
 * Collects the condition of HBase's deprecated builders for a {@link CheckAndMutate}. Not
 * thread-safe.
 */
final class ColumnCheck {

  private final byte[] row;
  private final byte[] family;
  private byte @Nullable [] qualifier;
  private @Nullable TimeRange timeRange;
  private @Nullable CompareOperator operator;
  private byte @Nullable [] value;

  ColumnCheck(byte[] row, byte[] family) {
    this.row = Objects.requireNonNull(row, "row");
    this.family = Objects.requireNonNull(family, "family");
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
    CompareOperator known =
        Objects.requireNonNull(
            operator, "The condition is missing: call ifNotExists, ifEquals or ifMatches first");
    return CheckAndMutate.newBuilder(row)
        .ifMatches(family, qualifier, known, value)
        .timeRange(timeRange);
  }
}
