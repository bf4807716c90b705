package io.rowlock.internal.engine;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;

/** The deprecated builders of {@link AsyncTable}, on top of {@link AsyncTable#checkAndMutate}. */
@SuppressWarnings("deprecation")
public final class AsyncChecks {

  private AsyncChecks() {}

  public static AsyncTable.CheckAndMutateBuilder ofColumn(
      AsyncTable<?> table, byte[] row, byte[] family) {
    return new OfCondition(table, ColumnCheck.of(row, family));
  }

  public static AsyncTable.CheckAndMutateWithFilterBuilder ofFilter(
      AsyncTable<?> table, byte[] row, Filter filter) {
    return new OfCondition(table, ColumnCheck.of(row, filter));
  }

  private static <A extends Row> CompletableFuture<Boolean> perform(
      AsyncTable<?> table, byte[] row, A action, Function<A, CheckAndMutate> check) {
    try {
      SameRow.require(row, action);
    } catch (DoNotRetryIOException refused) {
      return CompletableFuture.failedFuture(refused);
    }
    return table.checkAndMutate(check.apply(action)).thenApply(CheckAndMutateResult::isSuccess);
  }

  private record OfCondition(AsyncTable<?> table, ColumnCheck check)
      implements AsyncTable.CheckAndMutateBuilder, AsyncTable.CheckAndMutateWithFilterBuilder {

    @Override
    public OfCondition qualifier(byte[] qualifier) {
      check.qualifier(qualifier);
      return this;
    }

    @Override
    public OfCondition timeRange(TimeRange timeRange) {
      check.timeRange(timeRange);
      return this;
    }

    @Override
    public OfCondition ifNotExists() {
      check.matches(CompareOperator.EQUAL, null);
      return this;
    }

    @Override
    public OfCondition ifMatches(CompareOperator operator, byte[] value) {
      check.matches(operator, Objects.requireNonNull(value, "value"));
      return this;
    }

    @Override
    public CompletableFuture<Boolean> thenPut(Put put) {
      return perform(table, check.row(), put, check.toBuilder()::build);
    }

    @Override
    public CompletableFuture<Boolean> thenDelete(Delete delete) {
      return perform(table, check.row(), delete, check.toBuilder()::build);
    }

    @Override
    public CompletableFuture<Boolean> thenMutate(RowMutations mutations) {
      return perform(table, check.row(), mutations, check.toBuilder()::build);
    }
  }
}
