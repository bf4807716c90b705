package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.ColumnSelection;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The condition of a {@code CheckAndMutate}, with exactly HBase's meaning: "nothing" and an empty
 * value are the same, a missing cell equals no value and differs from none either, and the operator
 * stands between the expected value and the stored one, in this order. A filter holds if it passes
 * at least one cell of the row.
 */
final class Condition {

  private final TimeRange times;
  private final @Nullable Filter filter;
  private final byte[] family;
  private final byte[] qualifier;
  private final byte @Nullable [] expected;
  private final CompareOperator operator;
  private final boolean isAnswered;

  /** Copies the condition, because its parts belong to the user. */
  Condition(CheckAndMutate check) {
    times = check.getTimeRange();
    filter = check.hasFilter() ? ClientFilter.copyOf(check.getFilter()) : null;
    family = copyOf(check.getFamily());
    qualifier = copyOf(check.getQualifier());
    expected = check.getValue() == null ? null : check.getValue().clone();
    operator = check.getCompareOp();
    isAnswered = isAnswered(check.getAction());
  }

  private static byte[] copyOf(byte @Nullable [] name) {
    return name == null ? HConstants.EMPTY_BYTE_ARRAY : name.clone();
  }

  private static boolean isAnswered(Row action) {
    return action instanceof RowMutations several
        ? several.getMutations().stream().anyMatch(MutationFolder::returnsResults)
        : MutationFolder.isUpdate((Mutation) action);
  }

  /**
   * Checks that the condition is allowed.
   *
   * @throws ProtocolFailure if the condition is refused
   */
  void checkAgainst(MutationRules rules, Refusals refusals) {
    QueryRules.checkTimes(times, refusals);
    if (filter != null) {
      FilterRules.check(filter, refusals);
      rules.checkAllReadable(refusals);
    } else {
      rules.checkFamily(family, refusals);
      rules.checkReadable(family, refusals);
      if (operator == CompareOperator.NO_OP) {
        throw refusals.refuse(
            "it compares by NO_OP", "This operator has no meaning", "Use another operator");
      }
    }
  }

  /** Returns whether HBase returns a result together with success, empty or not. */
  boolean isAnswered() {
    return isAnswered;
  }

  /** Returns the columns that the condition depends on. */
  ColumnSelection columns() {
    return filter == null ? ColumnSelection.column(family, qualifier) : ColumnSelection.ALL;
  }

  /**
   * Judges the row.
   *
   * @param view at least the cells of {@link #columns()}
   */
  boolean holds(List<Cell> view) {
    if (filter != null) {
      return !view.isEmpty() && !new ClientFilter(filter, false).apply(view).isEmpty();
    }
    return holds(expected, operator, Result.create(view).getValue(family, qualifier));
  }

  private static boolean holds(
      byte @Nullable [] expected, CompareOperator operator, byte @Nullable [] stored) {
    if (expected == null || expected.length == 0) {
      boolean nothing = stored == null || stored.length == 0;
      return nothing == (operator != CompareOperator.NOT_EQUAL);
    }
    return stored != null && matches(operator, Bytes.compareTo(expected, stored));
  }

  private static boolean matches(CompareOperator operator, int order) {
    return switch (operator) {
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case GREATER_OR_EQUAL -> order >= 0;
      case GREATER -> order > 0;
      case NO_OP -> throw new IllegalArgumentException("no operator");
    };
  }
}
