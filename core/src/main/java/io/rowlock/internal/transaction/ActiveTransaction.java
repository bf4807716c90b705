package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.TransactionId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;

/** One transaction under way. */
public final class ActiveTransaction {

  /** Where a transaction stands. */
  public enum State {
    ACTIVE,
    COMMITTING,
    COMMITTED,
    ROLLED_BACK,
    UNKNOWN
  }

  private final TransactionId id;

  /**
   * @param age milliseconds since the epoch of the first attempt, retries included
   */
  public ActiveTransaction(
      LockProtocol protocol, TransactionId id, long age, TransactionLimits limits) {
    this.id = id;
  }

  public TransactionId id() {
    return id;
  }

  public State state() {
    throw new IllegalStateException();
  }

  public CompletableFuture<Result> get(TableName table, Get get) {
    throw new IllegalStateException();
  }

  public CompletableFuture<List<Result>> getAll(TableName table, List<Get> gets) {
    throw new IllegalStateException();
  }

  /** Opens a scan; fails through {@link TransactionScan#next()}. */
  public TransactionScan scan(TableName table, Scan scan) {
    throw new IllegalStateException();
  }

  /** Buffers a put or a delete. */
  public CompletableFuture<Void> write(TableName table, Mutation putOrDelete) {
    throw new IllegalStateException();
  }

  /** Buffers puts and deletes in their order: all of them or, on failure, none. */
  public CompletableFuture<Void> writeAll(
      TableName table, List<? extends Mutation> putsOrDeletes) {
    throw new IllegalStateException();
  }

  public CompletableFuture<Result> mutateRow(TableName table, RowMutations mutations) {
    throw new IllegalStateException();
  }

  public CompletableFuture<Result> increment(TableName table, Increment increment) {
    throw new IllegalStateException();
  }

  public CompletableFuture<Result> append(TableName table, Append append) {
    throw new IllegalStateException();
  }

  public CompletableFuture<CheckAndMutateResult> checkAndMutate(
      TableName table, CheckAndMutate check) {
    throw new IllegalStateException();
  }

  /** Fails with a conflict when something that was read is stale. */
  public CompletableFuture<Void> validate() {
    throw new IllegalStateException();
  }

  /** Commits; completes when the transaction is committed for ever. */
  public CompletableFuture<Void> commit() {
    throw new IllegalStateException();
  }

  /** Forgets everything. Nothing was written anywhere. */
  public CompletableFuture<Void> rollback() {
    throw new IllegalStateException();
  }
}
