package io.rowlock.bench.inserts;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.rowlock.PutHints;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.BenchTable;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

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

  /** A record of 400 bytes in 8 fields, a cell each. */
  static final class RecordPuts {
    static final int FIELDS = 8;
    static final int FIELD_BYTES = 50;
    private static final int FIRST_LETTER = 'a';
    private static final int LETTERS = 26;

    private RecordPuts() {}

    /** The record of an id. The same id makes the same record. */
    static Put put(byte[] id) {
      SplittableRandom random = new SplittableRandom(Bytes.hashCode(id));
      Put put = new Put(id);
      for (int field = 0; field < FIELDS; field++) {
        put.addColumn(BenchTable.FAMILY, name(field), value(random));
      }
      return put;
    }

    /** An entry of the index by the first field: value and id, in a row without a value. */
    static Put indexEntry(Put record) {
      byte[] first = CellUtil.cloneValue(record.get(BenchTable.FAMILY, name(0)).get(0));
      return new Put(Bytes.add(first, record.getRow()))
          .addColumn(BenchTable.FAMILY, name(0), new byte[0]);
    }

    private static byte[] name(int field) {
      return ("f" + field).getBytes(US_ASCII);
    }

    private static byte[] value(SplittableRandom random) {
      byte[] value = new byte[FIELD_BYTES];
      for (int i = 0; i < value.length; i++) {
        value[i] = (byte) (FIRST_LETTER + random.nextInt(LETTERS));
      }
      return value;
    }
  }
}
