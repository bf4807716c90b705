package io.rowlock;

import io.rowlock.internal.transaction.ActiveTransaction;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Table;

/** Makes the tables of one transaction. */
record TransactionTables(ActiveTransaction active, Engine engine) {

  Table table(TableName name) {
    return new TransactionTable(active, engine.connection().getTable(name));
  }

  AsyncTable<AdvancedScanResultConsumer> asyncTable(TableName name) {
    return new TransactionAsyncTable(
        active, engine.connection().getTable(name), engine.callbacks());
  }

  /** The future as users get it: its continuations never run on a thread of HBase. */
  <T> CompletableFuture<T> onCallbacks(CompletableFuture<T> future) {
    return future.whenCompleteAsync((value, failure) -> {}, engine.callbacks());
  }
}
