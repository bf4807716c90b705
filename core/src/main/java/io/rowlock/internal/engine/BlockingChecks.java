package io.rowlock.internal.engine;

import java.io.IOException;
import java.util.Objects;
import java.util.function.Function;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;

/** The deprecated builders of {@link Table}, on top of {@link Table#checkAndMutate}. */
@SuppressWarnings("deprecation")
public final class BlockingChecks {

  private BlockingChecks() {}

  public static Table.CheckAndMutateBuilder ofColumn(Table table, byte[] row, byte[] family) {
    return new OfCondition(table, ColumnCheck.of(row, family));
  }

  public static Table.CheckAndMutateWithFilterBuilder ofFilter(
      Table table, byte[] row, Filter filter) {
    return new OfCondition(table, ColumnCheck.of(row, filter));
  }

  private static <A extends Row> boolean perform(
      Table table, byte[] row, A action, Function<A, CheckAndMutate> check) throws IOException {
    SameRow.require(row, action);
    return table.checkAndMutate(check.apply(action)).isSuccess();
  }

  private record OfCondition(Table table, ColumnCheck check)
      implements Table.CheckAndMutateBuilder, Table.CheckAndMutateWithFilterBuilder {

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
    public boolean thenPut(Put put) throws IOException {
      return perform(table, check.row(), put, check.toBuilder()::build);
    }

    @Override
    public boolean thenDelete(Delete delete) throws IOException {
      return perform(table, check.row(), delete, check.toBuilder()::build);
    }

    @Override
    public boolean thenMutate(RowMutations mutations) throws IOException {
      return perform(table, check.row(), mutations, check.toBuilder()::build);
    }
  }
}
