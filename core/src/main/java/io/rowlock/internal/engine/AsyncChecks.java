package io.rowlock.internal.engine;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.filter.Filter;

/** The deprecated builders of {@link AsyncTable}, on top of {@link AsyncTable#checkAndMutate}. */
@SuppressWarnings("deprecation")
final class AsyncChecks extends ColumnCheck<AsyncChecks>
    implements AsyncTable.CheckAndMutateBuilder, AsyncTable.CheckAndMutateWithFilterBuilder {

  private final AsyncTable<?> table;

  AsyncChecks(AsyncTable<?> table, byte[] row, byte[] family) {
    super(row, family);
    this.table = table;
  }

  AsyncChecks(AsyncTable<?> table, byte[] row, Filter filter) {
    super(row, filter);
    this.table = table;
  }

  @Override
  AsyncChecks self() {
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
