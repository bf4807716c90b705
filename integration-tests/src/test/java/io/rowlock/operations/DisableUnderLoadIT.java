package io.rowlock.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.admin.TransactionAdmin;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.operations.Transfers.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clients run on while a table is enabled, disabled, used as a plain one, and enabled again. */
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
class DisableUnderLoadIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Forty minutes take eighty seconds, in which real clients learn what changes in a minute. */
  private static final int FASTER = 30;

  private static final int CLIENTS = 4;
  private static final int CALLS = 50;

  private final Configuration configuration;
  private final Connection connection;
  private final TransactionAdmin transactions;
  private final RowlockOperations operations;
  private final TableName table;
  private final TableName other;
  private final TableDescriptor before;

  DisableUnderLoadIT(Configuration configuration, Connection connection) throws IOException {
    this.configuration = configuration;
    this.connection = connection;
    TestTables.dropOffline(connection);
    PacedClock clock = new PacedClock(FASTER);
    transactions = TransactionAdmin.create(connection);
    operations = RowlockOperations.create(connection, clock, clock);
    TableDescriptor plain = TestTables.describe().build();
    table = plain.getTableName();
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(plain, new byte[][] {Rows.bytes("a-10"), Rows.bytes("r")});
    }
    before = descriptor();
    other = TestTables.create(connection, "a-10");
  }

  private TableDescriptor descriptor() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getDescriptor(table);
    }
  }

  /** The application ends before the table is enabled again, as the guide says. */
  @Test
  void nothingIsLostOnTheWayToPlainTableAndBack() throws Exception {
    transactions.enable(table);
    try (Transfers transfers = Transfers.start(connection, CLIENTS, table, other)) {
      try (PlainApplication application = PlainApplication.start(configuration, table)) {
        awaitLoad(transfers, application);
        leaveLocks();
        operations.disable(table);
        assertThat(descriptor()).isEqualTo(before);
        assertDeadClientsAreWhole();
        assertThat(transfers.isToldOfDisabling()).isTrue();
        transfers.checkReceipts(table);
        awaitPlainUse(transfers, application);
        application.endAndCheck();
      }
      transactions.enable(table);
      try (PlainApplication application = PlainApplication.start(configuration, table)) {
        awaitLoad(transfers, application);
        application.endAndCheck();
      }
      transfers.end();
      transfers.checkReceipts(table, other);
      transfers.checkBalances();
    }
    Locks.assertAllSettled(connection, table, other);
  }

  private void awaitLoad(Transfers transfers, PlainApplication application) throws Exception {
    long commits = transfers.count(table, Outcome.COMMITTED) + CALLS;
    long calls = application.written() + CALLS;
    Await.until(
        "transfers, now " + transfers.lastFailure(),
        PATIENCE,
        () -> transfers.count(table, Outcome.COMMITTED) > commits);
    Await.until("calls", PATIENCE, () -> application.written() > calls);
  }

  /** Transactions go on in the other table, and are refused in this one. */
  private void awaitPlainUse(Transfers transfers, PlainApplication application) throws Exception {
    long commits = transfers.count(table, Outcome.COMMITTED);
    long others = transfers.count(other, Outcome.COMMITTED) + CALLS;
    long refused = transfers.count(table, Outcome.NOT_COMMITTED) + CALLS;
    long calls = application.written() + CALLS;
    Await.until("plain calls", PATIENCE, () -> application.written() > calls);
    Await.until(
        "commits elsewhere", PATIENCE, () -> transfers.count(other, Outcome.COMMITTED) > others);
    Await.until(
        "refusals", PATIENCE, () -> transfers.count(table, Outcome.NOT_COMMITTED) > refused);
    assertThat(transfers.count(table, Outcome.COMMITTED)).isEqualTo(commits);
  }

  /** One client dies before its commit point, the other after it. */
  private void leaveLocks() throws Exception {
    DeadClient.leaveLocks(
        configuration,
        2,
        tx -> {
          tx.table(table).put(Rows.put("x-lost", 1));
          tx.table(other).put(Rows.put("x-lost", 1));
        });
    DeadClient.leaveLocks(
        configuration,
        3,
        tx -> {
          tx.table(table).put(Rows.put("x-kept", 1));
          tx.table(other).put(Rows.put("x-kept", 1));
        });
  }

  private void assertDeadClientsAreWhole() throws IOException {
    for (TableName name : List.of(table, other)) {
      try (Table raw = connection.getTable(name)) {
        assertThat(Rows.number(raw, "x-kept")).as("in %s", name).isEqualTo(1);
        assertThat(Rows.number(raw, "x-lost")).as("in %s", name).isZero();
      }
    }
    assertThat(Locks.all(connection, other).get("x-lost"))
        .satisfiesAnyOf(
            lock -> assertThat(lock).isNull(),
            lock -> assertThat(lock.state().name()).isEqualTo("STABLE"));
  }
}
