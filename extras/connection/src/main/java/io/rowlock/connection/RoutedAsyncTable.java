package io.rowlock.connection;

import com.google.protobuf.RpcChannel;
import io.rowlock.TransactionSettings;
import io.rowlock.internal.engine.AsyncChecks;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumerBase;
import org.apache.hadoop.hbase.client.ServiceCaller;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.filter.Filter;
import org.jspecify.annotations.Nullable;

/**
 * A table of a {@link RowlockAsyncConnection}: each call about rows is a transaction if the table
 * is transactional. Everything else goes to HBase's own table.
 *
 * @param plain HBase's own table
 * @param settings of the transactions that are single calls
 */
@SuppressWarnings("deprecation") // the interface is implemented as a whole
record RoutedAsyncTable<C extends ScanResultConsumerBase>(
    AsyncTable<C> plain, AsyncCalls calls, TransactionSettings settings, ScanStyle<C> style)
    implements AsyncTable<C> {

  private TransactionSettings reading() {
    return settings.toBuilder().readOnly(true).build();
  }

  private <T extends @Nullable Object> CompletableFuture<T> read(AsyncTableCall<T> call) {
    return calls.call(plain, reading(), call);
  }

  private <T extends @Nullable Object> CompletableFuture<T> write(
      Row action, AsyncTableCall<T> call) {
    calls.checks().check(action);
    return calls.call(plain, settings, call);
  }

  /** Copies the list, as HBase does: the user may change it after the call. */
  private <A extends Row, T extends @Nullable Object> List<CompletableFuture<T>> all(
      List<? extends A> actions,
      BiFunction<AsyncTable<?>, List<A>, List<CompletableFuture<T>>> call) {
    List<A> copy = List.copyOf(actions);
    copy.forEach(calls.checks()::check);
    boolean onlyReads = copy.stream().allMatch(Get.class::isInstance);
    return calls.all(
        plain, onlyReads ? reading() : settings, copy.size(), table -> call.apply(table, copy));
  }

  /** Returns whether it is known that calls are not transactions. */
  boolean isPlain() {
    return calls.arePlain(getName());
  }

  @Override
  public TableName getName() {
    return plain.getName();
  }

  @Override
  public Configuration getConfiguration() {
    return calls.configuration();
  }

  @Override
  public CompletableFuture<TableDescriptor> getDescriptor() {
    return plain.getDescriptor();
  }

  @Override
  public AsyncTableRegionLocator getRegionLocator() {
    return plain.getRegionLocator();
  }

  @Override
  public long getRpcTimeout(TimeUnit unit) {
    return plain.getRpcTimeout(unit);
  }

  @Override
  public long getReadRpcTimeout(TimeUnit unit) {
    return plain.getReadRpcTimeout(unit);
  }

  @Override
  public long getWriteRpcTimeout(TimeUnit unit) {
    return plain.getWriteRpcTimeout(unit);
  }

  @Override
  public long getOperationTimeout(TimeUnit unit) {
    return plain.getOperationTimeout(unit);
  }

  @Override
  public long getScanTimeout(TimeUnit unit) {
    return plain.getScanTimeout(unit);
  }

  /** Overrides a method of HBase 2.6. */
  public Map<String, byte[]> getRequestAttributes() {
    return NewerHBase.requestAttributes(AsyncTable.class, plain);
  }

  @Override
  public CompletableFuture<Result> get(Get get) {
    return read(table -> table.get(get));
  }

  @Override
  public List<CompletableFuture<Result>> get(List<Get> gets) {
    return all(gets, (table, copy) -> table.get(copy));
  }

  @Override
  public CompletableFuture<Void> put(Put put) {
    return write(put, table -> table.put(put));
  }

  @Override
  public List<CompletableFuture<Void>> put(List<Put> puts) {
    return all(puts, (table, copy) -> table.put(copy));
  }

  @Override
  public CompletableFuture<Void> delete(Delete delete) {
    return write(delete, table -> table.delete(delete));
  }

  @Override
  public List<CompletableFuture<Void>> delete(List<Delete> deletes) {
    return all(deletes, (table, copy) -> table.delete(copy));
  }

  @Override
  public CompletableFuture<Result> append(Append append) {
    return write(append, table -> table.append(append));
  }

  @Override
  public CompletableFuture<Result> increment(Increment increment) {
    return write(increment, table -> table.increment(increment));
  }

  @Override
  public CompletableFuture<Result> mutateRow(RowMutations mutations) {
    return write(mutations, table -> table.mutateRow(mutations));
  }

  @Override
  public CompletableFuture<CheckAndMutateResult> checkAndMutate(CheckAndMutate check) {
    return write(check, table -> table.checkAndMutate(check));
  }

  @Override
  public List<CompletableFuture<CheckAndMutateResult>> checkAndMutate(List<CheckAndMutate> list) {
    return all(list, (table, copy) -> table.checkAndMutate(copy));
  }

  @Override
  public CheckAndMutateBuilder checkAndMutate(byte[] row, byte[] family) {
    return new AsyncChecks(this, row, family);
  }

  @Override
  public CheckAndMutateWithFilterBuilder checkAndMutate(byte[] row, Filter filter) {
    return new AsyncChecks(this, row, filter);
  }

  @Override
  public <T> List<CompletableFuture<T>> batch(List<? extends Row> actions) {
    return all(actions, (table, copy) -> table.batch(copy));
  }

  @Override
  public void scan(Scan scan, C consumer) {
    TransactionSettings untimed = style.threads().apply(TransactionSettings.ofDefaults());
    Scan copy = ScanProgress.copy(scan);
    calls.scan(
        plain, copy, untimed, style.consumers().apply(consumer), () -> plain.scan(copy, consumer));
  }

  @Override
  public ResultScanner getScanner(Scan scan) {
    if (isPlain()) {
      return plain.getScanner(scan);
    }
    Scan copy = ScanProgress.copy(scan);
    return new DeferredScanner(() -> calls.scanner(plain, copy));
  }

  @Override
  public CompletableFuture<List<Result>> scanAll(Scan scan) {
    Scan copy = ScanProgress.copy(scan).setScanMetricsEnabled(false); // a list has none
    return read(table -> table.scanAll(copy));
  }

  @Override
  public <S, R> CompletableFuture<R> coprocessorService(
      Function<RpcChannel, S> stubMaker, ServiceCaller<S, R> callable, byte[] row) {
    return plain.coprocessorService(stubMaker, callable, row);
  }

  @Override
  public <S, R> CoprocessorServiceBuilder<S, R> coprocessorService(
      Function<RpcChannel, S> stubMaker,
      ServiceCaller<S, R> callable,
      CoprocessorCallback<R> callback) {
    return plain.coprocessorService(stubMaker, callable, callback);
  }

  @Override
  public String toString() {
    return "transactional " + plain;
  }
}
