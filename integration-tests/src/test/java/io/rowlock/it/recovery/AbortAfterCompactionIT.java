package io.rowlock.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.ConflictException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.internal.protocol.lock.DecodedLock.State;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Compactions;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Hold;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * With {@code VERSIONS=1} HBase removes a value as soon as a newer one is flushed. An abort needs
 * no old value, because the locks contain the new ones until the commit point.
 */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class AbortAfterCompactionIT {

  private final EmbeddedHBase hbase;
  private final Connection connection;
  private final TransactionManager transactions;
  private final TableName table;
  private final TableName other;

  AbortAfterCompactionIT(EmbeddedHBase hbase, Connection connection) throws IOException {
    this.hbase = hbase;
    this.connection = connection;
    transactions = TransactionManager.create(connection);
    table = TestTables.createGated(connection, "b");
    other = TestTables.create(connection);
  }

  @BeforeEach
  void fill() throws IOException {
    transactions.run(
        tx -> {
          tx.table(table).put(Rows.put("a", "old"));
          tx.table(table).put(Rows.put("b", "old"));
          tx.table(other).put(Rows.put("read", "1"));
        });
    transactions.drain();
  }

  @AfterAll
  void close() {
    transactions.close();
  }

  @Test
  void abortKeepsOldValues() throws Exception {
    try (Admin admin = connection.getAdmin()) {
      assertThat(admin.getDescriptor(table).getColumnFamily(TestTables.F).getMaxVersions())
          .isEqualTo(1);
    }
    try (Hold rollBacks = Hold.of(table, LockWrite.SETTLING);
        Crew crew = new Crew();
        Transaction tx = transactions.begin()) {
      assertThat(Rows.text(tx.table(other), "read")).isEqualTo("1");
      for (String row : List.of("a", "b")) {
        assertThat(Rows.text(tx.table(table), row)).isEqualTo("old");
        tx.table(table).put(Rows.put(row, "new"));
      }
      transactions.run(rival -> rival.table(other).put(Rows.put("read", "2")));

      Future<?> committing =
          crew.start(
              () -> {
                tx.commit();
                return null;
              });
      rollBacks.awaitArrivals(2);
      assertThat(rollBacks.rows()).containsExactly("a", "b");
      assertThat(Locks.unsettled(connection, table)).containsOnlyKeys("a", "b");
      assertThat(Locks.unsettled(connection, table).values())
          .allMatch(lock -> lock.state() == State.PREWRITTEN);
      rewriteFiles();
      assertRawHolds("old");

      rollBacks.release();
      assertThatThrownBy(() -> Crew.get(committing)).isInstanceOf(ConflictException.class);
    }
    Await.until(
        "rolled back", Duration.ofSeconds(10), () -> Locks.unsettled(connection, table).isEmpty());
    assertRawHolds("old");
    rewriteFiles();
    assertRawHolds("old");
    assertTransactionsRead("old");
  }

  /**
   * Committed values are there, although only locks contained them when HBase rewrote its files.
   */
  @Test
  void commitKeepsNewValues() throws Exception {
    try (Hold commitPoint = Hold.of(table, LockWrite.COMMIT_POINT);
        Crew crew = new Crew()) {
      Future<?> committing =
          crew.start(
              () -> {
                transactions.run(
                    tx -> {
                      tx.table(table).put(Rows.put("a", "new"));
                      tx.table(table).put(Rows.put("b", "new"));
                    });
                return null;
              });
      commitPoint.awaitArrivals(1);
      rewriteFiles();
      assertRawHolds("old");
      commitPoint.release();
      var unused = Crew.get(committing);
    }
    assertTransactionsRead("new");
    transactions.drain();
    rewriteFiles();
    assertRawHolds("new");
  }

  private void rewriteFiles() throws IOException {
    Compactions.FLUSH_AND_MAJOR_COMPACTION.run(hbase, table);
  }

  private void assertRawHolds(String value) throws IOException {
    try (Table raw = connection.getTable(table)) {
      assertThat(List.of(Rows.text(raw, "a"), Rows.text(raw, "b"))).containsOnly(value);
    }
  }

  private void assertTransactionsRead(String value) throws IOException {
    List<String> values =
        transactions.call(
            tx -> List.of(Rows.text(tx.table(table), "a"), Rows.text(tx.table(table), "b")));
    assertThat(values).containsOnly(value);
  }
}
