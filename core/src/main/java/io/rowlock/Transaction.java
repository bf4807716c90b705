package io.rowlock;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Table;

/** One transaction. */
@SuppressWarnings("DoNotCallSuggester") // skeleton
public final class Transaction implements AutoCloseable {

  Transaction() {}

  public String id() {
    throw new IllegalStateException();
  }

  public Table table(TableName name) {
    throw new IllegalStateException();
  }

  public AsyncTable<AdvancedScanResultConsumer> asyncTable(TableName name) {
    throw new IllegalStateException();
  }

  public void commit() throws IOException {
    throw new IllegalStateException();
  }

  public CompletableFuture<Void> commitAsync() {
    throw new IllegalStateException();
  }

  public void rollback() {
    throw new IllegalStateException();
  }

  public CompletableFuture<Void> rollbackAsync() {
    throw new IllegalStateException();
  }

  @Override
  public void close() {
    throw new IllegalStateException();
  }
}
