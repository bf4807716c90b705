package io.rowlock.it.history;

import io.rowlock.TransactionManager;
import io.rowlock.history.History;
import io.rowlock.history.HistoryRecorder;
import io.rowlock.it.kit.Crew;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/**
 * The history of some hundred transactions without faults.
 *
 * @param orders all writes to each key
 */
record ShortHistory(
    List<TableName> tables, History history, RawReader raw, Map<String, List<Long>> orders) {

  private static final int THREADS = 8;

  /** The process that finally reads everything. */
  static final int READER = THREADS;

  private static final int TRANSACTIONS = 150;

  static ShortHistory make(Connection connection, String tablePrefix) throws Exception {
    List<TableName> tables = HistoryTables.create(connection, tablePrefix);
    Keys keys = new Keys(tables, System.currentTimeMillis());
    HistoryRecorder recorder = new HistoryRecorder(System::nanoTime);
    TransactionLog log = TransactionLog.to(recorder);
    RawReader raw = new RawReader(connection, keys, 0);
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      Crew.runAll(
          THREADS,
          thread -> {
            HistoryClient client = new HistoryClient(thread, keys, log, thread);
            for (int i = 0; i < TRANSACTIONS; i++) {
              var unused = client.transact(transactions);
              raw.read();
            }
          });
      transactions.drain();
      return end(connection, transactions, tables, recorder, raw);
    }
  }

  private static ShortHistory end(
      Connection connection,
      TransactionManager reader,
      List<TableName> tables,
      HistoryRecorder recorder,
      RawReader raw)
      throws IOException {
    FinalState end = new FinalState(tables, recorder.history());
    end.readBy(reader, TransactionLog.to(recorder), READER);
    Map<String, List<Long>> orders = end.orders(connection);
    return new ShortHistory(tables, recorder.history(orders), raw, orders);
  }
}
