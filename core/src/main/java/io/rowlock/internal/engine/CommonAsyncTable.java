package io.rowlock.internal.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.ScanResultConsumerBase;
import org.apache.hadoop.hbase.filter.Filter;
import org.jspecify.annotations.Nullable;

/**
 * What the asynchronous tables of transactions and of connections have in common: the name and the
 * time limits are those of HBase's own table, and the deprecated builders lead to {@link
 * AsyncTable#checkAndMutate}.
 */
@SuppressWarnings("deprecation")
public interface CommonAsyncTable<C extends ScanResultConsumerBase> extends AsyncTable<C> {

  /** Returns HBase's own table. */
  AsyncTable<?> plain();

  @Override
  default TableName getName() {
    return plain().getName();
  }

  @Override
  default long getRpcTimeout(TimeUnit unit) {
    return plain().getRpcTimeout(unit);
  }

  @Override
  default long getReadRpcTimeout(TimeUnit unit) {
    return plain().getReadRpcTimeout(unit);
  }

  @Override
  default long getWriteRpcTimeout(TimeUnit unit) {
    return plain().getWriteRpcTimeout(unit);
  }

  @Override
  default long getOperationTimeout(TimeUnit unit) {
    return plain().getOperationTimeout(unit);
  }

  @Override
  default long getScanTimeout(TimeUnit unit) {
    return plain().getScanTimeout(unit);
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

    private final AsyncTable<?> table;

    private Checks(
        AsyncTable<?> table, byte[] row, byte[] family, CheckAndMutate.@Nullable Builder filtered) {
      super(row, family, filtered);
      this.table = table;
    }

    @Override
    Checks self() {
      return this;
    }

    @Override
    public CompletableFuture<Boolean> thenPut(Put put) {
      return perform(put, toBuilder()::build);
    }

    @Override
    public CompletableFuture<Boolean> thenDelete(Delete delete) {
      return perform(delete, toBuilder()::build);
    }

    @Override
    public CompletableFuture<Boolean> thenMutate(RowMutations mutations) {
      return perform(mutations, toBuilder()::build);
    }

    private <A extends Row> CompletableFuture<Boolean> perform(
        A action, Function<A, CheckAndMutate> check) {
      try {
        requireSameRow(row, action);
      } catch (DoNotRetryIOException refused) {
        return CompletableFuture.failedFuture(refused);
      }
      return table.checkAndMutate(check.apply(action)).thenApply(CheckAndMutateResult::isSuccess);
    }
  }
}
