package io.rowlock;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.Service;
import io.rowlock.internal.engine.ColumnCheck;
import io.rowlock.internal.engine.CommonTable;
import io.rowlock.internal.transaction.RowActions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.coprocessor.Batch;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;
import org.apache.hbase.thirdparty.com.google.common.collect.Lists;
import org.apache.hbase.thirdparty.com.google.common.primitives.Booleans;
import org.jspecify.annotations.Nullable;

/**
 * A table as a transaction sees it, for blocking callers. Writes are buffered, reads see them. An
 * operation without a meaning in a transaction is refused by a {@link NotCommittedException} that
 * explains this.
 *
 * <p>A thread that is interrupted while it waits gets an {@code InterruptedIOException} and stays
 * marked as interrupted. The transaction is still active then. It can be rolled back at once, but
 * committed only after the interrupted call has ended in the background.
 *
 * <p>Closing the table does nothing.
 */
@SuppressWarnings("deprecation") // the interface is implemented as a whole
final class TransactionTable extends TransactionTableBase implements CommonTable {

  /** Creates a table without sending anything. */
  TransactionTable(TransactionTables tables, AsyncTable<?> plain) {
    super(tables, plain);
  }

  private <T extends @Nullable Object> T await(CompletableFuture<T> future) throws IOException {
    return TransactionFailures.await(tables.label(), future);
  }

  @Override
  public TableDescriptor getDescriptor() throws IOException {
    return BlockingRegionLocator.await(plain.getDescriptor());
  }

  @Override
  public RegionLocator getRegionLocator() {
    return new BlockingRegionLocator(plain.getRegionLocator());
  }

  @Override
  public void close() {}

  @Override
  public boolean[] exists(List<Get> gets) throws IOException {
    List<Get> checks = gets.stream().map(get -> new Get(get).setCheckExistenceOnly(true)).toList();
    List<Result> answers = await(tables.reads().getAll(name, checks));
    return Booleans.toArray(Lists.transform(answers, Result::getExists));
  }

  @Override
  public Result get(Get get) throws IOException {
    return await(tables.reads().get(name, get));
  }

  @Override
  public Result[] get(List<Get> gets) throws IOException {
    return await(tables.reads().getAll(name, gets)).toArray(Result[]::new);
  }

  @Override
  public void put(Put put) throws IOException {
    await(active.write(name, put));
  }

  /** Buffers all puts or, if one is refused, none. */
  @Override
  public void put(List<Put> puts) throws IOException {
    await(active.writeAll(name, puts));
  }

  @Override
  public void delete(Delete delete) throws IOException {
    await(active.write(name, delete));
  }

  /**
   * Buffers all deletes or, if one is refused, none. HBase removes those that it has done from the
   * list; here they stay, because none is done before the commit, and code that runs again after a
   * conflict needs them again.
   */
  @Override
  public void delete(List<Delete> deletes) throws IOException {
    await(active.writeAll(name, deletes));
  }

  @Override
  public Result mutateRow(RowMutations mutations) throws IOException {
    return await(active.mutateRow(name, mutations));
  }

  @Override
  public Result append(Append append) throws IOException {
    return await(active.append(name, append));
  }

  @Override
  public Result increment(Increment increment) throws IOException {
    return await(active.increment(name, increment));
  }

  /** Throws an {@code IOException} for null, as HBase does. */
  @Override
  public long incrementColumnValue(
      byte @Nullable [] row,
      byte @Nullable [] family,
      byte[] qualifier,
      long amount,
      Durability durability)
      throws IOException {
    if (row == null || family == null) {
      throw new IOException(
          "incrementColumnValue needs a row and a family, and one of them is null");
    }
    return CommonTable.super.incrementColumnValue(row, family, qualifier, amount, durability);
  }

  /**
   * Performs the actions in their order, consecutive gets together. Every action is tried, and its
   * slot gets its result or its exception.
   *
   * @param results null if the caller needs none
   * @throws IOException the first of the exceptions, a conflict before others, with the rest
   *     suppressed; not HBase's {@code RetriesExhaustedWithDetailsException}, which would hide the
   *     kind of failure from the retry loop
   */
  @Override
  public void batch(List<? extends Row> actions, @Nullable Object @Nullable [] results)
      throws IOException {
    batchCallback(actions, results, (region, row, result) -> {});
  }

  /**
   * Performs the actions like {@link #batch}; the callback gets every success, in order, before
   * this method returns. Its region argument is empty.
   */
  @Override
  @SuppressWarnings("unchecked") // the caller knows what its actions return
  public <R> void batchCallback(
      List<? extends Row> actions,
      @Nullable Object @Nullable [] results,
      Batch.Callback<R> callback)
      throws IOException {
    @Nullable Object[] slots = results == null ? new Object[actions.size()] : results;
    if (slots.length != actions.size()) {
      String message = "%d actions need as many slots for results, not %d";
      throw new IllegalArgumentException(message.formatted(actions.size(), slots.length));
    }
    List<CompletableFuture<Object>> answers = active.batch(name, actions, tables.reads());
    RowlockException worst = null;
    for (int i = 0; i < slots.length; i++) {
      try {
        slots[i] = await(answers.get(i));
        callback.update(HConstants.EMPTY_BYTE_ARRAY, actions.get(i).getRow(), (R) slots[i]);
      } catch (RowlockException failure) {
        slots[i] = failure;
        worst = worst(worst, failure);
      }
    }
    if (worst != null) {
      throw worst;
    }
  }

  /** Returns the failure to throw for both: a conflict before others, because it can be retried. */
  private static RowlockException worst(
      @Nullable RowlockException before, RowlockException failure) {
    if (before == null || before == failure) {
      return failure;
    }
    if (failure instanceof ConflictException && !(before instanceof ConflictException)) {
      failure.addSuppressed(before);
      return failure;
    }
    before.addSuppressed(failure);
    return before;
  }

  @Override
  public CheckAndMutateResult checkAndMutate(CheckAndMutate check) throws IOException {
    return await(active.checkAndMutate(name, check));
  }

  /**
   * Performs the checks one after the other; throws the first failure, and does not try the rest.
   */
  @Override
  public List<CheckAndMutateResult> checkAndMutate(List<CheckAndMutate> checks) throws IOException {
    if (checks.size() == 1) {
      return List.of(checkAndMutate(checks.get(0)));
    }
    List<CheckAndMutateResult> results = new ArrayList<>(checks.size());
    for (CheckAndMutate check : checks) {
      results.add(RowActions.asOfBatch(checkAndMutate(check)));
    }
    return results;
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
    CompareOperator current = CompareOperator.valueOf(operator.name());
    return checkAndMutate(row, family, qualifier, current, value, mutations);
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
    ColumnCheck.requireSameRow(row, mutations);
    return checkAndMutate(
            CheckAndMutate.newBuilder(row)
                .ifMatches(family, qualifier, operator, value)
                .build(mutations))
        .isSuccess();
  }

  @Override
  public void setReadRpcTimeout(int millis) {
    throw Unsupported.timeouts();
  }

  @Override
  public void setWriteRpcTimeout(int millis) {
    throw Unsupported.timeouts();
  }

  @Override
  public void setOperationTimeout(int millis) {
    throw Unsupported.timeouts();
  }

  @Override
  public CoprocessorRpcChannel coprocessorService(byte[] row) {
    throw Unsupported.coprocessors();
  }

  @Override
  public <T extends Service, R> Map<byte[], R> coprocessorService(
      Class<T> service, byte[] startKey, byte[] endKey, Batch.Call<T, R> callable) {
    throw Unsupported.coprocessors();
  }

  @Override
  public <T extends Service, R> void coprocessorService(
      Class<T> service,
      byte[] startKey,
      byte[] endKey,
      Batch.Call<T, R> callable,
      Batch.Callback<R> callback) {
    throw Unsupported.coprocessors();
  }

  @Override
  public <R extends Message> Map<byte[], R> batchCoprocessorService(
      MethodDescriptor method,
      Message request,
      byte[] startKey,
      byte[] endKey,
      R responsePrototype) {
    throw Unsupported.coprocessors();
  }

  @Override
  public <R extends Message> void batchCoprocessorService(
      MethodDescriptor method,
      Message request,
      byte[] startKey,
      byte[] endKey,
      R responsePrototype,
      Batch.Callback<R> callback) {
    throw Unsupported.coprocessors();
  }
}
