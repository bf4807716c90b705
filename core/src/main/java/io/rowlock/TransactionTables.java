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
    throw new UnsupportedOperationException();
  }

  AsyncTable<AdvancedScanResultConsumer> asyncTable(TableName name) {
    throw new UnsupportedOperationException();
  }

  /** The future as users get it: its continuations never run on a thread of HBase. */
  <T> CompletableFuture<T> onCallbacks(CompletableFuture<T> future) {
    return future.whenCompleteAsync((value, failure) -> {}, engine.callbacks());
  }
}
