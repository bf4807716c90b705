package io.rowlock.once;

import io.rowlock.AsyncTransactionWork;
import io.rowlock.Transaction;
import io.rowlock.TransactionWork;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;

/** Runs the work of an id in a transaction, unless the row of the id is there. */
record OnceAttempt<T>(TableName table, OnceCodec<T> codec, Clock clock) {

  <X extends Exception> OnceResult<T> once(
      Transaction transaction, byte[] key, TransactionWork<T, X> work, Doubt doubt)
      throws X, IOException {
    doubt.begin(transaction.id());
    Result before = transaction.table(table).get(OnceRow.get(key));
    if (!before.isEmpty()) {
      return earlier(before);
    }
    OnceResult<T> result = fresh(work.execute(transaction));
    transaction.table(table).put(row(key, result));
    return result;
  }

  CompletableFuture<OnceResult<T>> onceAsync(
      Transaction transaction, byte[] key, AsyncTransactionWork<T> work, Doubt doubt) {
    doubt.begin(transaction.id());
    return transaction
        .asyncTable(table)
        .get(OnceRow.get(key))
        .thenCompose(
            before ->
                before.isEmpty()
                    ? firstAsync(transaction, key, work)
                    : CompletableFuture.completedFuture(earlier(before)));
  }

  private CompletableFuture<OnceResult<T>> firstAsync(
      Transaction transaction, byte[] key, AsyncTransactionWork<T> work) {
    CompletableFuture<T> value;
    try {
      value = work.execute(transaction);
    } catch (Exception thrown) { // passes as it is
      return CompletableFuture.failedFuture(thrown);
    }
    return value.thenCompose(
        done -> {
          OnceResult<T> result = fresh(done);
          return transaction.asyncTable(table).put(row(key, result)).thenApply(unused -> result);
        });
  }

  /** Returns what work with this id has left. */
  OnceResult<T> earlier(Result row) {
    return new OnceResult<>(codec.decode().apply(OnceRow.value(row)), OnceRow.time(row), true);
  }

  private OnceResult<T> fresh(T value) {
    return new OnceResult<>(value, clock.instant(), false);
  }

  private Put row(byte[] key, OnceResult<T> result) {
    return OnceRow.put(key, result.time(), codec.encode().apply(result.value()));
  }
}
