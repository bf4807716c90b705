package io.rowlock.it.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.RowlockOptions;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.TransactionTimeoutException;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The reported outcome of cancelled and timed-out transactions matches the tables. */
@ExtendWith(HBaseExtension.class)
class StoppedTransactionsIT {

  private static final int TRANSACTIONS = 420;
  private static final int IN_FLIGHT = 20;
  private static final Duration LEASE = Duration.ofSeconds(2);

  private final Connection connection;

  StoppedTransactionsIT(Connection connection) {
    this.connection = connection;
  }

  /** Cancels each transaction after so many others have begun, which may be at any step. */
  @Test
  void onlyCancelledTransactionsAreMissing() throws Exception {
    TableName table = TestTables.create(connection, "m");
    List<CompletableFuture<String>> calls = new ArrayList<>();
    int cancelled = 0;
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      for (int begun = 0; begun < TRANSACTIONS + IN_FLIGHT; begun++) {
        if (begun < TRANSACTIONS) {
          String number = "%04d".formatted(begun);
          calls.add(transactions.callAsync(tx -> writeTwice(tx, table, number)));
        }
        int oldest = begun - IN_FLIGHT;
        if (oldest >= 0 && !calls.get(oldest).isCancelled()) {
          assertThat(calls.get(oldest).get(1, TimeUnit.MINUTES)).isEqualTo("done");
        }
        for (int i = Math.max(0, oldest); i < calls.size(); i++) {
          if (begun - i == i % (IN_FLIGHT + 1) && calls.get(i).cancel(false)) {
            cancelled++;
          }
        }
      }
      transactions.drain();
      assertThat(transactions.counters().committed()).isEqualTo(TRANSACTIONS - cancelled);
    }
    System.out.printf(
        "%s: %d of %d cancelled%n", getClass().getSimpleName(), cancelled, TRANSACTIONS);
    assertThat(cancelled).isBetween(1, TRANSACTIONS - 1);
    assertThat(calls).filteredOn(CompletableFuture::isCancelled).hasSize(cancelled);
    try (Table plain = connection.getTable(table)) {
      for (int i = 0; i < TRANSACTIONS; i++) {
        String expected = calls.get(i).isCancelled() ? null : "done";
        assertThat(Rows.text(plain, "a%04d".formatted(i))).as("a%04d", i).isEqualTo(expected);
        assertThat(Rows.text(plain, "z%04d".formatted(i))).as("z%04d", i).isEqualTo(expected);
      }
    }
    Locks.assertAllSettled(connection, table);
  }

  private static CompletableFuture<String> writeTwice(
      Transaction tx, TableName name, String number) {
    AsyncTable<?> table = tx.asyncTable(name);
    return table
        .get(Rows.get("z" + number))
        .thenCompose(nothing -> table.put(Rows.put("a" + number, "done")))
        .thenCompose(first -> table.put(Rows.put("z" + number, "done")))
        .thenApply(second -> "done");
  }

  @Test
  void transactionTimesOutAtLocksOfDeadClient() throws Exception {
    TableName table = TestTables.create(connection, "b");
    DeadClient.leaveLocks(
        connection.getConfiguration(), LockWrite.COMMIT_POINT, tx -> write(tx, table, "lost"));
    RowlockOptions options = RowlockOptions.builder().lease(LEASE).build();
    try (TransactionManager transactions = TransactionManager.create(connection, options)) {
      TransactionSettings hurried =
          TransactionSettings.builder().name("hurried").timeout(LEASE.dividedBy(4)).build();
      assertThatThrownBy(() -> transactions.run(hurried, tx -> write(tx, table, "too late")))
          .isInstanceOf(TransactionTimeoutException.class)
          .hasMessageContaining("hurried");
      assertThatThrownBy(() -> transactions.call(hurried, tx -> Rows.text(tx.table(table), "c")))
          .isInstanceOf(TransactionTimeoutException.class);
      transactions.run(TransactionSettings.named("patient"), tx -> write(tx, table, "written"));
      transactions.drain();
      try (Table plain = connection.getTable(table)) {
        assertThat(Rows.text(plain, "c")).isEqualTo("written");
      }
      Locks.assertAllSettled(connection, table);
    }
  }

  private static void write(Transaction tx, TableName table, String value) throws IOException {
    tx.table(table).put(Rows.put("a", value));
    tx.table(table).put(Rows.put("c", value));
  }
}
