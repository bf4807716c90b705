package io.rowlock.it.history;

import static io.rowlock.it.history.HistoryTables.LISTS;
import static io.rowlock.it.history.HistoryTables.REGISTERS;
import static io.rowlock.it.history.HistoryTables.V;

import io.rowlock.Transaction;
import io.rowlock.history.Step;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** The operations of a transaction on lists and registers; each is recorded. */
record Operations(Transaction tx, TransactionLog.Attempt log) {

  /** Reads a key of either kind. */
  void read(Key key) throws IOException {
    note(key, table(key).get(new Get(key.row())), false);
  }

  /** Reads keys of one table at once. */
  void readAll(List<Key> keys) throws IOException {
    Result[] results =
        table(keys.get(0)).get(keys.stream().map(key -> new Get(key.row())).toList());
    for (int i = 0; i < results.length; i++) {
      note(keys.get(i), results[i], false);
    }
  }

  /** Reads all rows from the first key to the last one, whether they exist or not. */
  void readRange(List<Key> keys) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(keys.get(0).row())
            .withStopRow(keys.get(keys.size() - 1).row(), true)
            .setCaching(3);
    Map<String, Result> found = new HashMap<>();
    try (ResultScanner rows = table(keys.get(0)).getScanner(scan)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        found.put(Bytes.toString(row.getRow()), row);
      }
    }
    for (Key key : keys) {
      note(key, found.getOrDefault(Bytes.toString(key.row()), Result.EMPTY_RESULT), true);
    }
  }

  private void note(Key key, Result result, boolean fromRange) {
    log.add(asStep(key, result, fromRange));
  }

  static Step asStep(Key key, Result result, boolean fromRange) {
    return key.isList()
        ? new Step.ReadList(key.name(), HistoryTables.list(result), fromRange)
        : new Step.Read(key.name(), HistoryTables.register(result), fromRange);
  }

  /** Appends to a list without reading it. */
  void append(Key key, long element) throws IOException {
    log.add(new Step.Append(key.name(), element));
    var unused = table(key).append(appending(key, element).setReturnResults(false));
  }

  /** Appends to a list and reads the result. */
  void appendAndRead(Key key, long element) throws IOException {
    log.add(new Step.Append(key.name(), element));
    note(key, table(key).append(appending(key, element)), false);
  }

  private static Append appending(Key key, long element) {
    return new Append(key.row()).addColumn(LISTS, V, HistoryTables.cell(element));
  }

  /** Reads a list and replaces it with a longer one. */
  void readAndPut(Key key, long element) throws IOException {
    Result before = table(key).get(new Get(key.row()));
    note(key, before, false);
    log.add(new Step.Append(key.name(), element));
    byte[] former = before.getValue(LISTS, V);
    byte[] more = HistoryTables.cell(element);
    put(key, LISTS, former == null ? more : Bytes.add(former, more));
  }

  void write(Key key, long value) throws IOException {
    log.add(new Step.Write(key.name(), value));
    put(key, REGISTERS, HistoryTables.cell(value));
  }

  private void put(Key key, byte[] family, byte[] value) throws IOException {
    table(key).put(new Put(key.row()).addColumn(family, V, value));
  }

  private Table table(Key key) {
    return tx.table(key.table());
  }
}
