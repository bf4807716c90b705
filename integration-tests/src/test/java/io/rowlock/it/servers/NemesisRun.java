package io.rowlock.it.servers;

import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.history.History;
import io.rowlock.history.HistoryChecker;
import io.rowlock.history.HistoryRecorder;
import io.rowlock.it.history.FinalState;
import io.rowlock.it.history.HistoryTables;
import io.rowlock.it.history.Keys;
import io.rowlock.it.history.RawReader;
import io.rowlock.it.history.TransactionLog;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;

/**
 * A load of random transactions while servers, regions, requests and clients are struck; then the
 * strikes end, and the result is checked.
 */
final class NemesisRun {

  /** The longest wait of a client for its next commits after the last strike. */
  private static final Duration RECOVERY = Duration.ofSeconds(60);

  private final EmbeddedHBase hbase;
  private final Connection connection;
  private final long seed;
  private final List<TableName> tables;
  private final Keys keys;
  private final HistoryRecorder recorder = new HistoryRecorder(System::nanoTime);
  private final TransactionLog log = TransactionLog.to(recorder);
  private final RawReader raw;

  NemesisRun(EmbeddedHBase hbase, Connection connection, long seed) throws IOException {
    this.hbase = hbase;
    this.connection = connection;
    this.seed = seed;
    this.tables = HistoryTables.create(connection, "nemesis-");
    this.keys = new Keys(tables, System.currentTimeMillis());
    this.raw = new RawReader(connection, keys, seed);
  }

  /**
   * Returns when the time is over, all kinds of strikes have occurred, and all locks are settled.
   */
  NemesisReport run(Duration time) throws Exception {
    Nemesis nemesis = new Nemesis(hbase, connection, tables, keys::splitPoint, seed);
    try (HistoryLoad load = HistoryLoad.start(hbase.configuration(), keys, log, raw, seed);
        NetworkNemesis network = new NetworkNemesis(load, seed)) {
      load.awaitProgress(RECOVERY);
      network.start();
      nemesis.strikeFor(time);
      network.stop();
      System.out.println("The strikes have ended");
      load.awaitProgress(RECOVERY);
      load.stop();
      int locksMet = unsettled();
      settle();
      load.deliverLate();
      Map<String, List<Long>> orders = readEverything();
      History history = recorder.history(orders);
      return new NemesisReport(
          history,
          judge(history),
          raw.count(),
          nemesis.struck(),
          nemesis.refused(),
          network.struck(),
          network.deliveredLate(),
          load.killed(),
          locksMet,
          unsettled());
    }
  }

  /** Reads until all remaining locks are settled, which takes at least a lease. */
  private void settle() throws Exception {
    try (TransactionManager reader = TransactionManager.create(connection, HistoryLoad.OPTIONS)) {
      Await.until(
          "no lock left",
          HistoryLoad.LEASE.plusSeconds(15),
          () -> {
            for (TableName table : tables) {
              int unused = reader.call(tx -> Rows.keys(tx.table(table), new Scan()).size());
            }
            reader.drain();
            return unsettled() == 0;
          });
    }
  }

  private int unsettled() throws IOException {
    int count = 0;
    for (TableName table : tables) {
      count += Locks.unsettled(connection, table).size();
    }
    return count;
  }

  /** Reads everything with a fresh client and raw; returns all writes to each key. */
  private Map<String, List<Long>> readEverything() throws IOException {
    FinalState end = new FinalState(tables, recorder.history());
    try (TransactionManager reader = TransactionManager.create(connection)) {
      end.readBy(reader, log, HistoryLoad.THREADS);
    }
    return end.orders(connection);
  }

  private List<String> judge(History history) {
    List<String> wrong = new ArrayList<>(raw.neverCommitted(history.finalOrders()));
    HistoryChecker.check(history).forEach(anomaly -> wrong.add(anomaly.toString()));
    return wrong;
  }
}
