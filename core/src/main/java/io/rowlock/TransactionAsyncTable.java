package io.rowlock;

import com.google.protobuf.RpcChannel;
import io.rowlock.internal.engine.AsyncChecks;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.transaction.ActiveTransaction;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
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
import org.apache.hadoop.hbase.client.ServiceCaller;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.filter.Filter;
import org.jspecify.annotations.Nullable;

/**
 * A table as a transaction sees it, asynchronously. Futures complete, and consumers of scans are
 * called, in the given executor; failures are the same as those of {@link TransactionTable}.
 *
 * <p>Calls may be under way at the same time, but all must end before the commit. As in HBase a
 * read is certain to see a write only if the future of the write had completed when the read was
 * called.
 */
@SuppressWarnings("deprecation") // the interface is implemented as a whole
final class TransactionAsyncTable implements AsyncTable<AdvancedScanResultConsumer> {

  private final TransactionTables tables;
  private final ActiveTransaction active;
  private final TableName name;
  private final AsyncTable<?> plain;
  private final Executor callbacks;

  /**
   * Creates a table without sending anything.
   *
   * @param tables of the transaction
   * @param plain the same table without a transaction
   */
  TransactionAsyncTable(TransactionTables tables, AsyncTable<?> plain) {
    this.tables = tables;
    this.active = tables.active();
    this.name = plain.getName();
    this.plain = plain;
    this.callbacks = tables.callbacks();
  }

  /** Returns the future that the user gets. */
  private <T extends @Nullable Object> CompletableFuture<T> publish(CompletableFuture<T> future) {
    return Async.pipe(future, new CompletableFuture<>(), this::translate, callbacks);
  }

  /** Returns a future of HBase's own answer, with HBase's own failures. */
  private <T> CompletableFuture<T> onCallbacks(CompletableFuture<T> future) {
    return CallbackLocator.onCallbacks(future, callbacks);
  }

  /** Never throws: a caller waits for the failure. */
  private Throwable translate(Throwable failure) {
    try {
      return TransactionFailures.ofCall(tables.label(), failure);
    } catch (Throwable untranslatable) {
      return failure;
    }
  }

  private <T> List<CompletableFuture<T>> publish(List<CompletableFuture<T>> futures) {
    return futures.stream().map(this::<T>publish).toList();
  }

  @Override
  public TableName getName() {
    return name;
  }

  @Override
  public Configuration getConfiguration() {
    return plain.getConfiguration();
  }

  @Override
  public CompletableFuture<TableDescriptor> getDescriptor() {
    return onCallbacks(plain.getDescriptor());
  }

  @Override
  public AsyncTableRegionLocator getRegionLocator() {
    return new CallbackLocator(plain.getRegionLocator(), callbacks);
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

  /** Overrides a method of HBase 2.6. Requests of a transaction have no attributes. */
  public Map<String, byte[]> getRequestAttributes() {
    return Map.of();
  }

  @Override
  public CompletableFuture<Result> get(Get get) {
    return publish(tables.reads().get(name, get));
  }

  /** Sends one multi-get, whose gets succeed or fail together. */
  @Override
  public List<CompletableFuture<Result>> get(List<Get> gets) {
    return publish(
        active.batch(name, gets, tables.reads()).stream()
            .map(answer -> answer.thenApply(Result.class::cast))
            .toList());
  }

  @Override
  public CompletableFuture<Void> put(Put put) {
    return publish(active.write(name, put));
  }

  @Override
  public List<CompletableFuture<Void>> put(List<Put> puts) {
    return puts.stream().map(this::put).toList();
  }

  @Override
  public CompletableFuture<Void> delete(Delete delete) {
    return publish(active.write(name, delete));
  }

  @Override
  public List<CompletableFuture<Void>> delete(List<Delete> deletes) {
    return deletes.stream().map(this::delete).toList();
  }

  @Override
  public CompletableFuture<Result> append(Append append) {
    return publish(active.append(name, append));
  }

  @Override
  public CompletableFuture<Result> increment(Increment increment) {
    return publish(active.increment(name, increment));
  }

  @Override
  public CompletableFuture<Result> mutateRow(RowMutations mutations) {
    return publish(active.mutateRow(name, mutations));
  }

  @Override
  public CompletableFuture<CheckAndMutateResult> checkAndMutate(CheckAndMutate check) {
    return publish(active.checkAndMutate(name, check));
  }

  @Override
  public List<CompletableFuture<CheckAndMutateResult>> checkAndMutate(List<CheckAndMutate> checks) {
    return this.batch(checks);
  }

  @Override
  public CheckAndMutateBuilder checkAndMutate(byte[] row, byte[] family) {
    return new AsyncChecks(this, row, family);
  }

  @Override
  public CheckAndMutateWithFilterBuilder checkAndMutate(byte[] row, Filter filter) {
    return new AsyncChecks(this, row, filter);
  }

  /**
   * Performs the actions in their order, consecutive gets together. Every action is tried. A put or
   * delete returns an empty result.
   */
  @Override
  public <T> List<CompletableFuture<T>> batch(List<? extends Row> actions) {
    @SuppressWarnings("unchecked") // the caller knows what its actions return
    Function<Object, T> cast = result -> (T) result;
    return publish(
        active.batch(name, actions, tables.reads()).stream()
            .map(answer -> answer.thenApply(cast))
            .toList());
  }

  @Override
  public void scan(Scan scan, AdvancedScanResultConsumer consumer) {
    new ScanPump(tables.reads().scan(name, scan), consumer, this::translate, callbacks).start();
  }

  @Override
  public ResultScanner getScanner(Scan scan) {
    return new TransactionScanner(tables.label(), tables.reads().scan(name, scan));
  }

  @Override
  public CompletableFuture<List<Result>> scanAll(Scan scan) {
    ScanCollector collector = new ScanCollector();
    scan(scan, collector);
    return collector.results();
  }

  @Override
  public <S, R> CompletableFuture<R> coprocessorService(
      Function<RpcChannel, S> stubMaker, ServiceCaller<S, R> callable, byte[] row) {
    throw Unsupported.coprocessors();
  }

  @Override
  public <S, R> CoprocessorServiceBuilder<S, R> coprocessorService(
      Function<RpcChannel, S> stubMaker,
      ServiceCaller<S, R> callable,
      CoprocessorCallback<R> callback) {
    throw Unsupported.coprocessors();
  }
}
