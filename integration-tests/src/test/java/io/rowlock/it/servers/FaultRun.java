package io.rowlock.it.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Injects a fault into servers while clients work, waits until all clients commit again, stops them
 * and checks everything.
 *
 * <p>Each fault occurs once; with {@code -Drowlock.soak.minutes=N} repeatedly for so long.
 */
record FaultRun(EmbeddedHBase hbase, Connection connection, Ledger ledger) {

  private static final Duration SOAK =
      Duration.ofMinutes(Integer.getInteger("rowlock.soak.minutes", 0));

  /** The longest wait of a client for its next commit after the fault. */
  private static final Duration RECOVERY = Duration.ofSeconds(30);

  /** A fault of servers; returns when it is over. */
  @FunctionalInterface
  interface ServerFault {
    void strike() throws Exception;
  }

  static FaultRun prepare(EmbeddedHBase hbase, Connection connection) throws IOException {
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      return new FaultRun(hbase, connection, Ledger.open(connection, transactions));
    }
  }

  /** Runs one fault and prints a line about it. */
  void underLoad(String name, ServerFault fault) throws Exception {
    long start = System.nanoTime();
    int strikes = 0;
    try (SteadyLoad load = SteadyLoad.start(hbase, ledger)) {
      do {
        fault.strike();
        strikes++;
        load.awaitProgress(RECOVERY);
      } while (System.nanoTime() - start < SOAK.toNanos());
      load.stop();
      System.out.printf(
          "%s x %d: %s, %d audits misled by a zombie%n",
          name, strikes, load.report(), ledger.wrongSums(true).size());
    }
    check();
  }

  private void check() throws Exception {
    RowlockOptions options = RowlockOptions.builder().lease(SteadyLoad.LEASE).build();
    try (TransactionManager reader = TransactionManager.create(connection, options)) {
      ledger.check(reader);
      assertThat(ledger.wrongSums(false)).as("sums that audits found wrong").isEmpty();
      Await.until(
          "no lock is left after readers have seen them for a lease",
          SteadyLoad.LEASE.plusSeconds(15),
          () -> {
            for (TableName table : ledger.tables()) {
              int unused = reader.call(tx -> Rows.keys(tx.table(table), new Scan()).size());
            }
            reader.drain();
            return isSettled();
          });
    }
  }

  private boolean isSettled() throws IOException {
    for (TableName table : ledger.tables()) {
      if (!Locks.unsettled(connection, table).isEmpty()) {
        return false;
      }
    }
    return true;
  }
}
