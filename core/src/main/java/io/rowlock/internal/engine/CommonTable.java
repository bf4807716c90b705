package io.rowlock.internal.engine;

import java.io.IOException;
import java.util.function.Function;
import org.apache.hadoop.hbase.HConstants;
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
import org.jspecify.annotations.Nullable;

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
    return new Checks(this, row, family, null);
  }

  @Override
  default CheckAndMutateWithFilterBuilder checkAndMutate(byte[] row, Filter filter) {
    return new Checks(this, row, HConstants.EMPTY_BYTE_ARRAY, ColumnCheck.filtered(row, filter));
  }

  /** The deprecated builders, on top of {@code checkAndMutate}. */
  final class Checks extends ColumnCheck<Checks>
      implements CheckAndMutateBuilder, CheckAndMutateWithFilterBuilder {

    private final Table table;

    private Checks(
        Table table, byte[] row, byte[] family, CheckAndMutate.@Nullable Builder filtered) {
      super(row, family, filtered);
      this.table = table;
    }

    @Override
    Checks self() {
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
}
