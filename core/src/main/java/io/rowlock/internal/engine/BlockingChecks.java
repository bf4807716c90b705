package io.rowlock.internal.engine;

import java.io.IOException;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;

/** The deprecated builders of {@link Table}, on top of {@link Table#checkAndMutate}. */
@SuppressWarnings("deprecation")
final class BlockingChecks extends ColumnCheck<BlockingChecks>
    implements Table.CheckAndMutateBuilder, Table.CheckAndMutateWithFilterBuilder {

  private final Table table;

  BlockingChecks(Table table, byte[] row, byte[] family) {
    super(row, family);
    this.table = table;
  }

  BlockingChecks(Table table, byte[] row, Filter filter) {
    super(row, filter);
    this.table = table;
  }

  @Override
  BlockingChecks self() {
    return this;
  }

  @Override
  public boolean thenPut(Put put) throws IOException {
    return perform(put, toBuilder()::build);
  }

  @Override
  public boolean thenDelete(Delete delete) throws IOException {
    return perform(delete, toBuilder()::build);
  }

  @Override
  public boolean thenMutate(RowMutations mutations) throws IOException {
    return perform(mutations, toBuilder()::build);
  }

  private <A extends Row> boolean perform(A action, Function<A, CheckAndMutate> check)
      throws IOException {
    requireSameRow(row, action);
    return table.checkAndMutate(check.apply(action)).isSuccess();
  }
}
