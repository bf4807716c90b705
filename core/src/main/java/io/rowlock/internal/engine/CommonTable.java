package io.rowlock.internal.engine;

import java.io.IOException;
import java.util.Objects;
import java.util.function.Function;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;

/**
 * What the blocking tables of transactions and of connections have in common: methods that only
 * spell out another one. The deprecated builders lead to {@link Table#checkAndMutate}.
 */
@SuppressWarnings("deprecation")
public interface CommonTable extends Table {

  @Override
  default ResultScanner getScanner(byte[] family) throws IOException {
    return getScanner(new Scan().addFamily(family));
  }

  @Override
  default ResultScanner getScanner(byte[] family, byte[] qualifier) throws IOException {
    return getScanner(new Scan().addColumn(family, qualifier));
  }

  @Override
  default long incrementColumnValue(byte[] row, byte[] family, byte[] qualifier, long amount)
      throws IOException {
    return incrementColumnValue(row, family, qualifier, amount, Durability.SYNC_WAL);
  }

  @Override
  default CheckAndMutateBuilder checkAndMutate(byte[] row, byte[] family) {
    return new OfCondition(this, ColumnCheck.of(row, family));
  }

  @Override
  default CheckAndMutateWithFilterBuilder checkAndMutate(byte[] row, Filter filter) {
    return new OfCondition(this, ColumnCheck.of(row, filter));
  }

  /** A condition, and the table to perform its action on. */
  record OfCondition(Table table, ColumnCheck check)
      implements CheckAndMutateBuilder, CheckAndMutateWithFilterBuilder {

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
      return perform(put, check.toBuilder()::build);
    }

    @Override
    public boolean thenDelete(Delete delete) throws IOException {
      return perform(delete, check.toBuilder()::build);
    }

    @Override
    public boolean thenMutate(RowMutations mutations) throws IOException {
      return perform(mutations, check.toBuilder()::build);
    }

    private <A extends Row> boolean perform(A action, Function<A, CheckAndMutate> build)
        throws IOException {
      SameRow.require(check.row(), action);
      return table.checkAndMutate(build.apply(action)).isSuccess();
    }
  }
}
