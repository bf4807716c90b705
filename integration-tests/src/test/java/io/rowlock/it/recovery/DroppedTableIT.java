package io.rowlock.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rowlock.NotCommittedException;
import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A table is disabled or dropped while another table contains locks that refer to it. */
@ExtendWith(HBaseExtension.class)
class DroppedTableIT {

  private static final Duration LEASE = Duration.ofMillis(600);
  private static final Duration PROMPT = Duration.ofSeconds(5);

  private final Connection connection;
  private final TableName living;
  private final TableName other;
  private TransactionManager survivor;

  DroppedTableIT(Connection connection) throws IOException {
    this.connection = connection;
    living = TestTables.createGated(connection);
    other = TestTables.createGated(connection);
  }

  @BeforeEach
  void open() throws IOException {
    survivor = TransactionManager.create(connection, RowlockOptions.builder().lease(LEASE).build());
    survivor.run(
        tx -> {
          tx.table(living).put(Rows.put("old", "old"));
          tx.table(other).put(Rows.put("old", "old"));
        });
    survivor.drain();
  }

  @AfterEach
  void close() {
    survivor.close();
  }

  /** A row that the transaction creates becomes its primary. */
  private void die(TableName primary, TableName secondary, TableName at, Predicate<LockWrite> last)
      throws Exception {
    DeadClient.leaveLocks(
        connection.getConfiguration(),
        last.and(write -> write.table().equals(at)),
        tx -> {
          tx.table(primary).put(Rows.put("new", "new"));
          tx.table(secondary).put(Rows.put("old", "new"));
        });
  }

  @Test
  void errorExplainsLockWithPrimaryInDroppedTable() throws Exception {
    die(other, living, other, LockWrite.COMMIT_POINT);
    drop();

    for (Use use : Use.values()) {
      NotCommittedException told = promptlyFailing(use, living, "old");
      assertThat(told)
          .as("%s", use)
          .hasMessageContaining("row 'old' of table '" + living + "'")
          .hasMessageContaining("row 'new' of table '" + other + "'")
          .hasMessageContaining("discard");
    }
    assertThat(Locks.unsettled(connection, living)).containsOnlyKeys("old");
    Use.WRITE.in(survivor, living, "another");
  }

  @Test
  void readersSettlePrimaryWithSecondaryInDroppedTable() throws Exception {
    die(living, other, other, LockWrite.SETTLING);
    drop();
    assertPrimaryIsOfUse();
  }

  @Test
  void recoveryDoesNotChangeRecreatedTable() throws Exception {
    TableDescriptor descriptor = describe();
    die(living, other, other, LockWrite.SETTLING);
    drop();
    TransactionAdmin.create(connection).createTable(descriptor);

    assertPrimaryIsOfUse();

    try (Table raw = connection.getTable(other)) {
      assertThat(Rows.keys(raw, new Scan().addFamily(TestTables.F))).isEmpty();
    }
    survivor.run(tx -> tx.table(other).put(Rows.put("old", "of the new table")));
    survivor.drain();
    try (Table raw = connection.getTable(other)) {
      assertThat(Rows.text(raw, "old")).isEqualTo("of the new table");
    }
  }

  private void assertPrimaryIsOfUse() throws Exception {
    long start = System.nanoTime();
    assertThat(survivor.<String, IOException>call(tx -> Rows.text(tx.table(living), "new")))
        .isEqualTo("new");
    Use.WRITE.in(survivor, living, "new");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PROMPT);
    survivor.drain();
    Locks.assertAllSettled(connection, living);
    try (Table raw = connection.getTable(living)) {
      assertThat(Rows.text(raw, "new")).isEqualTo("written");
    }
  }

  @Test
  void readersSettleLocksAfterTableIsEnabled() throws Exception {
    die(living, other, other, LockWrite.SETTLING);
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(other);
      for (Use use : Use.values()) {
        assertThat(promptlyFailing(use, other, "old"))
            .as("%s", use)
            .hasMessageContaining(other.getNameAsString());
      }
      assertThat(promptlyFailing(Use.WRITE, living, "new"))
          .as("writing to the primary")
          .hasMessageContaining(other.getNameAsString());
      assertThat(survivor.<String, IOException>call(tx -> Rows.text(tx.table(living), "new")))
          .isEqualTo("new");
      admin.enableTable(other);
    }
    Use.WRITE.in(survivor, living, "new");
    assertThat(survivor.<String, IOException>call(tx -> Rows.text(tx.table(other), "old")))
        .isEqualTo("new");
    survivor.drain();
    Locks.assertAllSettled(connection, living, other);
  }

  /** An access of a transaction to a row. */
  private enum Use {
    GET,
    SCAN,
    WRITE;

    void in(TransactionManager transactions, TableName table, String row) throws IOException {
      transactions.run(
          tx -> {
            switch (this) {
              case GET -> Rows.text(tx.table(table), row);
              case SCAN -> Rows.scan(tx.table(table), Rows.range(row, row + "z"));
              case WRITE -> tx.table(table).put(Rows.put(row, "written"));
            }
          });
    }
  }

  private NotCommittedException promptlyFailing(Use use, TableName table, String row) {
    long start = System.nanoTime();
    NotCommittedException told =
        catchThrowableOfType(NotCommittedException.class, () -> use.in(survivor, table, row));
    Duration taken = Duration.ofNanos(System.nanoTime() - start);
    System.out.printf("%s of %s fails after %d ms: %s%n", use, table, taken.toMillis(), told);
    assertThat(told).as("%s of row %s of %s", use, row, table).isNotNull();
    assertThat(taken).as("%s of row %s of %s", use, row, table).isLessThan(PROMPT);
    return told;
  }

  private TableDescriptor describe() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getDescriptor(other);
    }
  }

  private void drop() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(other);
      admin.deleteTable(other);
    }
  }
}
