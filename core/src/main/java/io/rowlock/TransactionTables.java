package io.rowlock;

import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionReads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Table;

/**
 * Creates the tables of one transaction.
 *
 * @param reads of the transaction, validated or not
 * @param callbacks runs dependents of the users' futures
 */
record TransactionTables(
    TransactionLabel label,
    ActiveTransaction active,
    TransactionReads reads,
    AsyncConnection connection,
    Executor callbacks) {

  Table table(TableName name) {
    return new TransactionTable(this, connection.getTable(name));
  }

  AsyncTable<AdvancedScanResultConsumer> asyncTable(TableName name) {
    return new TransactionAsyncTable(this, connection.getTable(name));
  }

  /** Returns tables whose reads the commit does not validate. */
  TransactionTables unvalidated() {
    return new TransactionTables(label, active, active.unvalidatedReads(), connection, callbacks);
  }

  /** Returns the future for the user: its continuations never run on a thread of HBase. */
  <T> CompletableFuture<T> onCallbacks(CompletableFuture<T> future) {
    return future.whenCompleteAsync((value, failure) -> {}, callbacks);
  }

  /** Returns such a future that can be stopped. */
  <T> CompletableFuture<T> onCallbacks(CompletableFuture<T> future, BooleanSupplier stop) {
    StoppableFuture<T> answer = new StoppableFuture<>(stop);
    var unused = future.whenCompleteAsync(answer::end, callbacks);
    return answer;
  }
}
