package io.rowlock.it.recovery;

import static io.rowlock.it.kit.TestTables.G;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rowlock.NotCommittedException;
import io.rowlock.RowlockOptions;
import io.rowlock.Transaction;
import io.rowlock.TransactionAction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Hold;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The family g is dropped although an intent in the row "old" needs it. */
@ExtendWith(HBaseExtension.class)
class DroppedFamilyIT {

  private static final Duration PROMPT = Duration.ofSeconds(5);

  private final Connection connection;
  private final TableName table;
  private TransactionManager survivor;

  DroppedFamilyIT(Connection connection) throws IOException {
    this.connection = connection;
    // Its rows "new" and "old" are in different regions.
    table = TestTables.createGated(connection, "o");
  }

  @BeforeEach
  void open() throws IOException {
    survivor =
        TransactionManager.create(
            connection, RowlockOptions.builder().lease(Duration.ofMillis(600)).build());
    survivor.run(tx -> tx.table(table).put(Rows.put("old", "old")));
    survivor.drain();
  }

  @AfterEach
  void close() {
    survivor.close();
  }

  /** The row "new" is created, so it is the primary. */
  private void writeBoth(Transaction tx) throws IOException {
    tx.table(table).put(Rows.put("new", "new"));
    tx.table(table).put(withG("old"));
  }

  private static Put withG(String row) {
    return Rows.put(row, "new").addColumn(G, Rows.V, Rows.bytes("new"));
  }

  @Test
  void readersSeeCommittedIntentThatWaitsForFamily() throws Exception {
    DeadClient.leaveLocks(connection.getConfiguration(), LockWrite.SETTLING, this::writeBoth);
    dropG();

    Result row = survivor.call(tx -> tx.table(table).get(Rows.get("old")));
    assertThat(Rows.text(row)).isEqualTo("new");
    assertThat(row.getValue(G, Rows.V)).isEqualTo(Rows.bytes("new"));
    assertTold(tx -> tx.table(table).put(Rows.put("old", "newer")));
    assertTold(tx -> tx.table(table).put(Rows.put("new", "newer")));
    assertTold(
        tx -> {
          tx.table(table).put(Rows.put("new", "newer"));
          tx.table(table).put(Rows.put("another", "newer"));
        });
    survivor.run(tx -> tx.table(table).put(Rows.put("another", "value")));
    survivor.drain();
    assertThat(Locks.unsettled(connection, table)).containsOnlyKeys("new", "old");

    createG();
    survivor.run(tx -> tx.table(table).put(Rows.put("new", "newer")));
    survivor.drain();
    Locks.assertAllSettled(connection, table);
    try (Table raw = connection.getTable(table)) {
      assertThat(raw.get(Rows.get("old")).getValue(G, Rows.V)).isEqualTo(Rows.bytes("new"));
    }
  }

  private void assertTold(TransactionAction<IOException> write) {
    long start = System.nanoTime();
    NotCommittedException told =
        catchThrowableOfType(NotCommittedException.class, () -> survivor.run(write));
    Duration taken = Duration.ofNanos(System.nanoTime() - start);
    System.out.printf("%s: after %d ms: %s%n", getClass().getSimpleName(), taken.toMillis(), told);
    assertThat(told)
        .isNotNull()
        .hasMessageContaining("row 'old' of table '" + table + "'")
        .hasMessageContaining("column family 'g'")
        .hasMessageContaining("create it again")
        .hasMessageContaining("discard");
    assertThat(taken).isLessThan(PROMPT);
  }

  @Test
  void readersRollBackUndecidedIntent() throws Exception {
    DeadClient.leaveLocks(connection.getConfiguration(), LockWrite.COMMIT_POINT, this::writeBoth);
    dropG();

    assertThat(survivor.<String, IOException>call(tx -> Rows.text(tx.table(table), "old")))
        .isEqualTo("old");

    survivor.run(tx -> tx.table(table).put(Rows.put("old", "newer")));
    survivor.drain();
    Locks.assertAllSettled(connection, table);
  }

  /** The commit point succeeds: the transaction is committed, and reported so. */
  @Test
  void commitSucceedsIfSecondaryNeedsDroppedFamily() throws Exception {
    try (Crew crew = new Crew()) {
      var unused = Crew.get(commitWhileGIsDropped(crew, this::writeBoth));
    }
    Result row = survivor.call(tx -> tx.table(table).get(Rows.get("old")));
    assertThat(row.getValue(G, Rows.V)).isEqualTo(Rows.bytes("new"));
    createG();
    survivor.run(tx -> tx.table(table).put(Rows.put("old", "newer")));
    survivor.drain();
    try (Table raw = connection.getTable(table)) {
      assertThat(raw.get(Rows.get("old")).getValue(G, Rows.V)).isEqualTo(Rows.bytes("new"));
    }
  }

  /** The commit point is refused: the transaction is not committed, and reported so. */
  @Test
  void commitFailsIfPrimaryNeedsDroppedFamily() throws Exception {
    try (Crew crew = new Crew()) {
      Future<?> committing =
          commitWhileGIsDropped(
              crew,
              tx -> {
                tx.table(table).put(withG("new"));
                tx.table(table).put(Rows.put("old", "new"));
              });
      assertThatThrownBy(() -> Crew.get(committing))
          .isInstanceOf(NotCommittedException.class)
          .hasMessageContaining("row 'new' of table '" + table + "'");
    }
    survivor.drain();
    try (Table raw = connection.getTable(table)) {
      assertThat(Rows.text(raw, "old")).isEqualTo("old");
      assertThat(Rows.text(raw, "new")).isNull();
    }
    Locks.assertAllSettled(connection, table);
  }

  private Future<?> commitWhileGIsDropped(Crew crew, TransactionAction<IOException> work)
      throws Exception {
    try (Hold commitPoint = Hold.of(table, LockWrite.COMMIT_POINT)) {
      Future<?> committing =
          crew.start(
              () -> {
                survivor.run(work);
                return null;
              });
      commitPoint.awaitArrivals(1);
      dropG();
      return committing;
    }
  }

  private void dropG() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.deleteColumnFamily(table, G);
    }
  }

  private void createG() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.addColumnFamily(table, ColumnFamilyDescriptorBuilder.of(G));
    }
  }
}
