package io.rowlock.it.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.ConflictException;
import io.rowlock.NotCommittedException;
import io.rowlock.RetryPolicy;
import io.rowlock.Transaction;
import io.rowlock.TransactionAction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/** The blocking API in transactions over three tables, twelve regions and all servers. */
@Tag("compatibility")
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class SeveralTablesIT {

  private static final List<String> ROWS = List.of("1", "3", "5", "7");

  private final Connection connection;
  private final TransactionManager transactions;
  private final List<TableName> tables;

  SeveralTablesIT(Connection connection) throws IOException {
    this.connection = connection;
    transactions = TransactionManager.create(connection);
    tables =
        List.of(
            TestTables.create(connection, "2", "4", "6"),
            TestTables.create(connection, "2", "4", "6"),
            TestTables.create(connection, "2", "4", "6"));
  }

  @AfterAll
  void close() {
    transactions.close();
  }

  @Test
  void commitWritesAllRows() throws IOException {
    assertThat(servers()).hasSizeGreaterThan(1);
    String written =
        transactions.call(
            tx -> {
              writeEverywhere(tx, "1");
              return "done";
            });
    assertThat(written).isEqualTo("done");
    assertEverywhere("1");
    try (Transaction tx = transactions.begin()) {
      writeEverywhere(tx, "2");
      tx.commit();
    }
    assertEverywhere("2");
  }

  @Test
  void rollbackWritesNoRow() throws IOException {
    transactions.run(tx -> writeEverywhere(tx, "1"));
    try (Transaction tx = transactions.begin()) {
      writeEverywhere(tx, "2");
      tx.rollback();
    }
    try (Transaction tx = transactions.begin()) {
      writeEverywhere(tx, "3");
    }
    assertEverywhere("1");
  }

  @Test
  void conflictInOneRowWritesNoRow() throws IOException {
    transactions.run(tx -> writeEverywhere(tx, "1"));
    try (Transaction tx = transactions.begin()) {
      assertThat(Rows.text(tx.table(tables.get(2)), "7")).isEqualTo("1");
      writeEverywhere(tx, "2");
      transactions.run(rival -> rival.table(tables.get(2)).put(Rows.put("7", "rival")));
      assertThatThrownBy(tx::commit)
          .isInstanceOfSatisfying(
              ConflictException.class,
              conflict -> {
                assertThat(conflict.transactionId()).contains(tx.id());
                assertThat(conflict.table()).contains(tables.get(2));
                assertThat(conflict.row()).hasValue(Rows.bytes("7"));
                assertThat(conflict).hasMessageContaining(tx.id());
              });
    }
    transactions.run(rival -> rival.table(tables.get(2)).put(Rows.put("7", "1")));
    assertEverywhere("1");
  }

  @Test
  void exceptionOfUserCodePassesUnwrapped() throws IOException {
    transactions.run(tx -> writeEverywhere(tx, "1"));
    TimeoutException checked = new TimeoutException("the user's own");
    IllegalStateException unchecked = new IllegalStateException("the user's own");
    IOException sameAsOurs = new IOException("the user's own");
    AtomicInteger attempts = new AtomicInteger();
    for (Exception thrown : List.of(checked, unchecked, sameAsOurs)) {
      assertThatThrownBy(
              () ->
                  transactions.run(
                      tx -> {
                        attempts.incrementAndGet();
                        assertThat(Rows.text(tx.table(tables.get(0)), "1")).isEqualTo("1");
                        writeEverywhere(tx, "2");
                        throw thrown;
                      }))
          .isSameAs(thrown);
    }
    assertThat(attempts.get()).as("the user's failure is not repeated").isEqualTo(3);
    assertEverywhere("1");
  }

  /** Stale reads misled the user's code: this is a conflict, and not the user's failure. */
  @Test
  void exceptionAfterStaleReadsIsConflict() throws IOException {
    transactions.run(tx -> writeEverywhere(tx, "1"));
    AtomicInteger attempts = new AtomicInteger();
    String seen =
        transactions.call(
            tx -> {
              String first = Rows.text(tx.table(tables.get(0)), "1");
              if (attempts.incrementAndGet() == 1) {
                runElsewhere(rival -> writeEverywhere(rival, "2"));
              }
              String second = Rows.text(tx.table(tables.get(1)), "1");
              if (!first.equals(second)) {
                throw new IllegalStateException("the rows disagree");
              }
              return first;
            });
    assertThat(attempts.get()).isEqualTo(2);
    assertThat(seen).isEqualTo("2");
  }

  /** Runs it on another thread: inside another transaction's code it would be refused. */
  private void runElsewhere(TransactionAction<IOException> work) {
    CompletableFuture.runAsync(
            () -> {
              try {
                transactions.run(work);
              } catch (IOException failed) {
                throw new UncheckedIOException(failed);
              }
            })
        .join();
  }

  @Test
  void callRetriesConflictsAsPolicyAllows() throws IOException {
    transactions.run(tx -> writeEverywhere(tx, "1"));
    AtomicInteger attempts = new AtomicInteger();
    TransactionSettings three =
        TransactionSettings.builder()
            .retryPolicy(RetryPolicy.builder().maxAttempts(3).build())
            .build();
    assertThatThrownBy(
            () ->
                transactions.run(
                    three,
                    tx -> {
                      attempts.incrementAndGet();
                      assertThat(tx.table(tables.get(0)).exists(Rows.get("new"))).isIn(true, false);
                      runElsewhere(
                          rival -> rival.table(tables.get(0)).put(Rows.put("new", attempts.get())));
                      writeEverywhere(tx, "lost");
                    }))
        .isInstanceOf(ConflictException.class)
        .satisfies(conflict -> assertThat(conflict.getSuppressed()).hasSize(2));
    assertThat(attempts.get()).isEqualTo(3);
    assertEverywhere("1");
  }

  @Test
  void endedTransactionRefusesCalls() throws IOException {
    Transaction tx = transactions.begin();
    Table rows = tx.table(tables.get(0));
    rows.put(Rows.put("1", "1"));
    tx.commit();
    assertThatThrownBy(tx::commit).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> rows.get(Rows.get("1"))).hasMessageContaining(tx.id());
    tx.close();
    assertThatThrownBy(() -> transactions.run(Transaction::commit))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("callback");
  }

  @Test
  void errorNamesTableThatIsNotEnabled() throws IOException {
    TableDescriptor plain = TestTables.describe().build();
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(plain);
    }
    assertThatThrownBy(
            () -> transactions.run(tx -> tx.table(plain.getTableName()).put(Rows.put("1", "1"))))
        .isInstanceOf(NotCommittedException.class)
        .hasMessageContaining(plain.getTableName().getNameAsString())
        .hasMessageContaining("enable");
  }

  private Set<String> servers() throws IOException {
    Set<String> servers = new HashSet<>();
    for (TableName table : tables) {
      try (RegionLocator locator = connection.getRegionLocator(table)) {
        locator
            .getAllRegionLocations()
            .forEach(location -> servers.add(location.getServerName().getServerName()));
      }
    }
    return servers;
  }

  private void writeEverywhere(Transaction tx, String value) throws IOException {
    for (TableName table : tables) {
      for (String row : ROWS) {
        tx.table(table).put(Rows.put(row, value));
      }
    }
  }

  private void assertEverywhere(String value) throws IOException {
    transactions.drain();
    for (TableName name : tables) {
      try (Table raw = connection.getTable(name)) {
        for (String row : ROWS) {
          assertThat(Rows.text(raw, row)).as("raw %s in %s", row, name).isEqualTo(value);
          String inTransaction = transactions.call(tx -> Rows.text(tx.table(name), row));
          assertThat(inTransaction).as("%s in %s", row, name).isEqualTo(value);
        }
      }
    }
  }
}
