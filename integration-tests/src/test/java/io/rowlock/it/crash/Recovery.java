package io.rowlock.it.crash;

import io.rowlock.TransactionManager;
import io.rowlock.history.HistoryTransaction;
import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.history.Step;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.RowlockOperations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/** After the death of all clients, a fresh client reads everything and checks the locks. */
final class Recovery {

  private static final int PROCESS = 0;

  private final Connection connection;

  Recovery(Connection connection) {
    this.connection = connection;
  }

  /**
   * Reads all lists in one transaction, which settles the locks that it meets. Then checks the
   * locks in other ways.
   */
  Evidence run(Histories histories) throws IOException {
    try (LockTools tools = RowlockOperations.create(connection).openLockTools()) {
      long left = unsettled(tools).size();
      List<HistoryTransaction> all = new ArrayList<>(histories.transactions());
      try (TransactionManager fresh = TransactionManager.create(connection)) {
        long begin = System.nanoTime();
        Map<String, List<Long>> read =
            fresh.<Map<String, List<Long>>, IOException>call(
                tx -> ListTable.scan(tx.table(ListTable.NAME)));
        all.add(reader(begin, read));
        fresh.drain();
      }
      // A scan for data does not find rows of aborted transactions that never had data.
      tools.resolve(LockRange.of(ListTable.NAME), result -> {});
      try (Table raw = connection.getTable(ListTable.NAME)) {
        return new Evidence(all, histories.open(), ListTable.scan(raw), left, unsettled(tools));
      }
    }
  }

  private static HistoryTransaction reader(long begin, Map<String, List<Long>> lists) {
    return new HistoryTransaction(
        "the reader at the end", PROCESS, begin, System.nanoTime(), Outcome.OK, reads(lists));
  }

  /** The step that has read each list. */
  static List<Step> reads(Map<String, List<Long>> lists) {
    return lists.entrySet().stream()
        .<Step>map(list -> new Step.ReadList(list.getKey(), list.getValue()))
        .toList();
  }

  /** Returns the locks that are not settled. */
  static List<String> unsettled(LockTools tools) throws IOException {
    List<String> found = new ArrayList<>();
    tools.list(
        LockRange.of(ListTable.NAME),
        lock -> {
          if (lock.isUnsettled()) {
            found.add(lock.toString());
          }
        });
    return found;
  }
}
