package io.rowlock.internal.engine;

import java.util.Arrays;
import java.util.Objects;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Collects the condition of HBase's deprecated builders for a {@link CheckAndMutate}. Not
 * thread-safe.
 *
 * @param <S> the builder itself
 */
public abstract class ColumnCheck<S> {

  final byte[] row;
  private final byte[] family;
  private final CheckAndMutate.@Nullable Builder filtered; // the only condition, if there is one
  private byte @Nullable [] qualifier;
  private @Nullable TimeRange timeRange;
  private @Nullable CompareOperator operator;
  private byte @Nullable [] value;

  /**
   * Creates a condition, which is still to be set unless it is on whole rows.
   *
   * @param filtered the condition on whole rows, null for one on a column of the family
   */
  ColumnCheck(byte[] row, byte[] family, CheckAndMutate.@Nullable Builder filtered) {
    this.row = Objects.requireNonNull(row, "row");
    this.family = Objects.requireNonNull(family, "family");
    this.filtered = filtered;
  }

  /** Returns a condition on whole rows. */
  static CheckAndMutate.Builder filtered(byte[] row, Filter filter) {
    return CheckAndMutate.newBuilder(row).ifMatches(Objects.requireNonNull(filter, "filter"));
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

  /**
   * Refuses an action on another row. The deprecated checks leave it to HBase's servers to compare
   * the rows, while {@link CheckAndMutate.Builder}, on which they are built here, throws an
   * unchecked exception.
   *
   * @throws DoNotRetryIOException as HBase's {@code HRegion} does
   */
  public static void requireSameRow(byte[] row, Row action) throws DoNotRetryIOException {
    if (!Arrays.equals(row, action.getRow())) {
      throw new DoNotRetryIOException(
          "Action's getRow must match: the check is of row '%s', the action of row '%s'"
              .formatted(Bytes.toStringBinary(row), Bytes.toStringBinary(action.getRow())));
    }
  }
}
