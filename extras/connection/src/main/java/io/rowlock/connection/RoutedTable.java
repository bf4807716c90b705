package io.rowlock.connection;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.Service;
import io.rowlock.TransactionSettings;
import io.rowlock.internal.engine.BlockingChecks;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.coprocessor.Batch;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;
import org.jspecify.annotations.Nullable;

/**
 * A table of a {@link RowlockConnection}: each call about rows is a transaction, or part of one, if
 * the table is transactional. Everything else goes to HBase's own table.
 */
@SuppressWarnings("deprecation") // the interface is implemented as a whole
final class RoutedTable implements Table {

  private final Table plain;
  private final TransactionalCalls calls;
  private TransactionSettings settings;

  /**
   * Creates a table.
   *
   * @param plain HBase's own table
   * @param settings of the transactions that are single calls
   */
  RoutedTable(Table plain, TransactionalCalls calls, TransactionSettings settings) {
    this.plain = plain;
    this.calls = calls;
    this.settings = settings;
  }

  private <T extends @Nullable Object> T read(TableCall<T> call) throws IOException {
    return calls.areFor(getName())
        ? calls.call(getName(), settings.toBuilder().readOnly(true).build(), call)
        : call.on(plain);
  }

  private <T extends @Nullable Object> T write(TableCall<T> call) throws IOException {
    return calls.areFor(getName()) ? calls.call(getName(), settings, call) : call.on(plain);
  }

  /** A call without a result. */
  @FunctionalInterface
  private interface Action {
    void on(Table table) throws IOException;
  }

  private void run(Action action) throws IOException {
    boolean unused =
        write(
            table -> {
              action.on(table);
              return true;
            });
  }

  @Override
  public TableName getName() {
    return plain.getName();
  }

  @Override
  public Configuration getConfiguration() {
    return calls.owner().getConfiguration();
  }

  @Override
  public TableDescriptor getDescriptor() throws IOException {
    return plain.getDescriptor();
  }

  @Override
  public RegionLocator getRegionLocator() throws IOException {
    return plain.getRegionLocator();
  }

  /** Overrides a method of HBase 2.6. */
  public Map<String, byte[]> getRequestAttributes() {
    return NewerHBase.requestAttributes(Table.class, plain);
  }

  @Override
  public void close() throws IOException {
    plain.close();
  }

  @Override
  public boolean exists(Get get) throws IOException {
    return read(table -> table.exists(get));
  }

  @Override
  public boolean[] exists(List<Get> gets) throws IOException {
    return read(table -> table.exists(gets));
  }

  @Override
  public Result get(Get get) throws IOException {
    return read(table -> table.get(get));
  }

  @Override
  public Result[] get(List<Get> gets) throws IOException {
    return read(table -> table.get(gets));
  }

  @Override
  public ResultScanner getScanner(Scan scan) throws IOException {
    return calls.areFor(getName()) ? calls.scan(getName(), scan) : plain.getScanner(scan);
  }

  @Override
  public ResultScanner getScanner(byte[] family) throws IOException {
    return getScanner(new Scan().addFamily(family));
  }

  @Override
  public ResultScanner getScanner(byte[] family, byte[] qualifier) throws IOException {
    return getScanner(new Scan().addColumn(family, qualifier));
  }

  @Override
  public void put(Put put) throws IOException {
    calls.checks().check(put);
    run(table -> table.put(put));
  }

  @Override
  public void put(List<Put> puts) throws IOException {
    puts.forEach(calls.checks()::check);
    runAll(puts, table -> table.put(puts));
  }

  /** Writes all rows, or none; reports a failure for each of them, as HBase does. */
  private void runAll(List<? extends Row> actions, Action action) throws IOException {
    if (!calls.areFor(getName()) || calls.isJoined()) {
      run(action);
      return;
    }
    TableCall<@Nullable Object[]> whole =
        table -> {
          action.on(table);
          return new @Nullable Object[actions.size()];
        };
    new WholeBatch<>(actions, null, (region, row, result) -> {}).end(() -> write(whole));
  }

  @Override
  public void delete(Delete delete) throws IOException {
    run(table -> table.delete(delete));
  }

  /**
   * Removes the deletes from the list when they are committed, as HBase does. As part of a larger
   * transaction, which may run again with the same list, they stay there.
   */
  @Override
  public void delete(List<Delete> deletes) throws IOException {
    if (!calls.areFor(getName())) {
      plain.delete(deletes);
      return;
    }
    runAll(deletes, table -> table.delete(deletes));
    if (!calls.isJoined()) {
      clear(deletes);
    }
  }

  private static void clear(List<Delete> done) {
    try {
      done.clear();
    } catch (UnsupportedOperationException unmodifiable) {
      return; // HBase fails here, after the fact
    }
  }

  @Override
  public Result mutateRow(RowMutations mutations) throws IOException {
    return write(table -> table.mutateRow(mutations));
  }

  @Override
  public Result append(Append append) throws IOException {
    return write(table -> table.append(append));
  }

  @Override
  public Result increment(Increment increment) throws IOException {
    return write(table -> table.increment(increment));
  }

  @Override
  public long incrementColumnValue(byte[] row, byte[] family, byte[] qualifier, long amount)
      throws IOException {
    return write(table -> table.incrementColumnValue(row, family, qualifier, amount));
  }

  @Override
  public long incrementColumnValue(
      byte[] row, byte[] family, byte[] qualifier, long amount, Durability durability)
      throws IOException {
    return write(table -> table.incrementColumnValue(row, family, qualifier, amount, durability));
  }

  @Override
  public void batch(List<? extends Row> actions, @Nullable Object @Nullable [] results)
      throws IOException, InterruptedException {
    if (calls.areFor(getName())) {
      batchCallback(actions, results, (region, row, result) -> {});
    } else {
      plain.batch(actions, results);
    }
  }

  /**
   * Performs all actions, or none. The callback is called, and the slots get results, when they are
   * committed; as part of a larger transaction, when they are performed.
   */
  @Override
  public <R> void batchCallback(
      List<? extends Row> actions,
      @Nullable Object @Nullable [] results,
      Batch.Callback<R> callback)
      throws IOException, InterruptedException {
    if (!calls.areFor(getName())) {
      plain.batchCallback(actions, results, callback);
      return;
    }
    actions.forEach(calls.checks()::check); // all or nothing: HBase's client would check less
    if (calls.isJoined()) {
      run(table -> WholeBatch.perform(table, actions, results, callback));
    } else {
      WholeBatch<R> batch = new WholeBatch<>(actions, results, callback);
      batch.end(batch.onlyReads() ? () -> read(batch) : () -> write(batch));
    }
  }

  @Override
  public CheckAndMutateResult checkAndMutate(CheckAndMutate check) throws IOException {
    if (check.getAction() instanceof Put put) {
      calls.checks().check(put);
    }
    return write(table -> table.checkAndMutate(check));
  }

  @Override
  public List<CheckAndMutateResult> checkAndMutate(List<CheckAndMutate> all) throws IOException {
    return write(table -> table.checkAndMutate(all));
  }

  @Override
  public CheckAndMutateBuilder checkAndMutate(byte[] row, byte[] family) {
    return new BlockingChecks(this, row, family);
  }

  @Override
  public CheckAndMutateWithFilterBuilder checkAndMutate(byte[] row, Filter filter) {
    return new BlockingChecks(this, row, filter);
  }

  @Override
  public boolean checkAndMutate(
      byte[] row,
      byte[] family,
      byte[] qualifier,
      CompareFilter.CompareOp operator,
      byte[] value,
      RowMutations mutations)
      throws IOException {
    return write(table -> table.checkAndMutate(row, family, qualifier, operator, value, mutations));
  }

  @Override
  public boolean checkAndMutate(
      byte[] row,
      byte[] family,
      byte[] qualifier,
      CompareOperator operator,
      byte[] value,
      RowMutations mutations)
      throws IOException {
    return write(table -> table.checkAndMutate(row, family, qualifier, operator, value, mutations));
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
  public void setReadRpcTimeout(int millis) {
    plain.setReadRpcTimeout(millis);
  }

  @Override
  public void setWriteRpcTimeout(int millis) {
    plain.setWriteRpcTimeout(millis);
  }

  @Override
  public void setOperationTimeout(int millis) {
    plain.setOperationTimeout(millis);
    settings = RoutedTableBuilder.within(millis);
  }

  @Override
  public CoprocessorRpcChannel coprocessorService(byte[] row) {
    return plain.coprocessorService(row);
  }

  @Override
  public <T extends Service, R> Map<byte[], R> coprocessorService(
      Class<T> service, byte[] startKey, byte[] endKey, Batch.Call<T, R> callable)
      throws Throwable {
    return plain.coprocessorService(service, startKey, endKey, callable);
  }

  @Override
  public <T extends Service, R> void coprocessorService(
      Class<T> service,
      byte[] startKey,
      byte[] endKey,
      Batch.Call<T, R> callable,
      Batch.Callback<R> callback)
      throws Throwable {
    plain.coprocessorService(service, startKey, endKey, callable, callback);
  }

  @Override
  public <R extends Message> Map<byte[], R> batchCoprocessorService(
      MethodDescriptor method, Message request, byte[] startKey, byte[] endKey, R responsePrototype)
      throws Throwable {
    return plain.batchCoprocessorService(method, request, startKey, endKey, responsePrototype);
  }

  @Override
  public <R extends Message> void batchCoprocessorService(
      MethodDescriptor method,
      Message request,
      byte[] startKey,
      byte[] endKey,
      R responsePrototype,
      Batch.Callback<R> callback)
      throws Throwable {
    plain.batchCoprocessorService(method, request, startKey, endKey, responsePrototype, callback);
  }

  @Override
  public String toString() {
    return "transactional " + plain;
  }
}
