package io.rowlock.bench.inserts;

import io.rowlock.PutHints;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Put;

/** Inserts one new record after the other. Thread-safe. */
final class Inserter {
  private final AsyncConnection connection;
  private final TransactionManager transactions;
  private final Series series;
  private final long seed;
  private final AtomicLong next = new AtomicLong();

  Inserter(AsyncConnection connection, TransactionManager transactions, Series series, long seed) {
    this.connection = connection;
    this.transactions = transactions;
    this.series = series;
    this.seed = seed;
  }

  /** Done when the record is there. */
  CompletableFuture<?> insert() {
    Put record = RecordPuts.put(series.ids().id(seed, next.getAndIncrement()));
    return series.mode() == InsertMode.RAW
        ? connection.getTable(InsertTables.RECORDS).put(record)
        : transactions.runAsync(transaction -> insert(transaction, record));
  }

  /** Ids are never used again, and nobody deletes: transactions are told that rows are new. */
  private CompletableFuture<?> insert(Transaction transaction, Put record) {
    CompletableFuture<Void> put =
        transaction.asyncTable(InsertTables.RECORDS).put(PutHints.newRow(record));
    return series.mode().hasIndex()
        ? put.thenCompose(
            done ->
                transaction
                    .asyncTable(InsertTables.INDEX)
                    .put(PutHints.newRow(RecordPuts.indexEntry(record))))
        : put;
  }
}
