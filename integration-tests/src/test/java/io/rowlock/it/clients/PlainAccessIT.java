package io.rowlock.it.clients;

import static io.rowlock.it.kit.TestTables.F;
import static io.rowlock.it.kit.TestTables.G;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.rowlock.RowlockOptions;
import io.rowlock.TestManagers;
import io.rowlock.TransactionAction;
import io.rowlock.TransactionManager;
import io.rowlock.internal.protocol.lock.DecodedLock.State;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Hold;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import io.rowlock.tools.CommandRun;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What plain HBase clients see of transactional tables, and what they destroy there, where no
 * permissions guard the locks. The pages of the documentation name these tests.
 */
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
class PlainAccessIT {

  private final Connection connection;
  private final Configuration configuration;
  private final TableName table;

  PlainAccessIT(Configuration configuration, Connection connection) throws Exception {
    this.connection = connection;
    this.configuration = configuration;
    configuration.set("rowlock.lease", "500");
    table = TestTables.createGated(connection, "m", "z");
    TestTables.awaitFloor(connection, table);
  }

  private void run(TransactionAction<IOException> work) throws IOException {
    try (Connection own = ConnectionFactory.createConnection(configuration);
        TransactionManager transactions = TransactionManager.create(own)) {
      transactions.run(work);
      transactions.drain();
    }
  }

  private String read(String row) throws IOException {
    String[] value = {null};
    run(tx -> value[0] = Rows.text(tx.table(table), row));
    return value[0];
  }

  private String readPlainly(String row) throws IOException {
    try (Table plain = connection.getTable(table)) {
      return Rows.text(plain, row);
    }
  }

  private void deletePlainly(Delete delete) throws IOException {
    try (Table plain = connection.getTable(table)) {
      plain.delete(delete);
    }
  }

  private static TransactionAction<IOException> putBoth(TableName table, String value) {
    return tx -> {
      tx.table(table).put(Rows.put("a", value));
      tx.table(table).put(Rows.put("z", value));
    };
  }

  /** The client has committed, and dies before it applies row z: row a is the proof. */
  private void commitAndDie() throws Exception {
    run(putBoth(table, "old"));
    DeadClient.leaveLocks(configuration, LockWrite.SETTLING, putBoth(table, "new"));
    assertThat(Locks.unsettled(connection, table).get("a").state()).isEqualTo(State.COMMITTED);
    assertThat(Locks.unsettled(connection, table).get("z").state()).isEqualTo(State.PREWRITTEN);
  }

  @Test
  void plainReadersSeeHalfOfTransactionAfterCrashUntilLocksAreResolved() throws Exception {
    commitAndDie();

    assertThat(readPlainly("a")).isEqualTo("new");
    assertThat(readPlainly("z")).isEqualTo("old");
    assertThat(CommandRun.of(configuration, "resolve", table.getNameAsString(), "--wait").status())
        .isZero();
    assertThat(readPlainly("z")).isEqualTo("new");
  }

  @Test
  void plainReadersSeeHalfOfTransactionWhileItIsApplied() throws Exception {
    run(putBoth(table, "old"));
    try (Hold apply = Hold.of(table, LockWrite.SETTLING.and(LockWrite.toRow("z")));
        Crew crew = new Crew()) {
      Future<?> committing =
          crew.start(
              () -> {
                run(putBoth(table, "new"));
                return null;
              });
      apply.awaitArrivals(1);
      Await.until("row a applied", Duration.ofSeconds(20), () -> isNew("a"));
      assertThat(readPlainly("z")).isEqualTo("old");
      apply.release();
      var unused = Crew.get(committing);
    }
    assertThat(readPlainly("z")).isEqualTo("new");
  }

  private boolean isNew(String row) throws IOException {
    return "new".equals(readPlainly(row));
  }

  /** The owner of the locks is alive, and rewrites its lock of row a from time to time. */
  @Test
  void resolveWaitsForTransactionsThatRun() throws Exception {
    run(putBoth(table, "old"));
    String name = table.getNameAsString();
    try (Hold prewrite = Hold.of(table, LockWrite.PREWRITE.and(LockWrite.toRow("z")));
        TransactionManager alive =
            TransactionManager.create(
                connection, RowlockOptions.builder().lease(Duration.ofSeconds(1)).build());
        Crew crew = new Crew()) {
      Future<?> committing =
          crew.start(
              () -> {
                alive.run(
                    tx -> {
                      putBoth(table, "new").execute(tx);
                      tx.table(table).put(Rows.put("y", "new"));
                    });
                return null;
              });
      prewrite.awaitArrivals(1);
      CommandRun atOnce =
          CommandRun.of(configuration, "-D", "rowlock.lease=3000", "resolve", name, "--json");
      assertThat(atOnce.status()).isEqualTo(3);
      assertThat(atOnce.out()).contains("STILL_HELD");
      Future<CommandRun> patient =
          crew.start(
              () ->
                  CommandRun.of(
                      configuration, "-D", "rowlock.lease=3000", "resolve", name, "--wait"));
      prewrite.release();
      assertThat(Crew.get(patient).status()).isZero();
      var unused = Crew.get(committing);
    }
  }

  /** Without the delete, row z would get the committed value, as the test above shows. */
  @Test
  void plainDeleteOfPrimaryUndoesCommittedWriteOfOtherRow() throws Exception {
    commitAndDie();

    deletePlainly(Rows.delete("a"));

    assertThat(read("z")).isEqualTo("old");
    assertThat(Locks.unsettled(connection, table)).isEmpty();
  }

  @Test
  void plainDeleteOfRowWithIntentLosesCommittedWrite() throws Exception {
    commitAndDie();

    deletePlainly(Rows.delete("z"));

    assertThat(read("a")).isEqualTo("new");
    assertThat(read("z")).isNull();
  }

  /** The delete is over before the transaction commits, and nevertheless wins. */
  @Test
  void plainDeleteOfHeldRowLosesWriteThatCommitsLater() throws Exception {
    run(putBoth(table, "old"));
    try (Hold commitPoint = Hold.of(table, LockWrite.COMMIT_POINT);
        TransactionManager ordered = TransactionManager.create(connection);
        Crew crew = new Crew()) {
      Future<?> committing =
          crew.start(
              () -> {
                ordered.run(putBoth(table, "new"));
                return null;
              });
      commitPoint.awaitArrivals(1);
      assertThat(Locks.unsettled(connection, table)).containsKey("z");
      deletePlainly(Rows.delete("z"));
      commitPoint.release();
      assertThatCode(() -> Crew.get(committing)).doesNotThrowAnyException();
    }

    assertThat(read("a")).isEqualTo("new");
    assertThat(read("z")).as("what the commit had written").isNull();
  }

  /** A delete marker hides all cells up to its time, also those that are written after it. */
  @Test
  void plainDeleteHidesLocksAndDataOfClientsWhoseClocksAreBehind() throws Exception {
    run(tx -> tx.table(table).put(Rows.put("a", 5)));
    deletePlainly(Rows.delete("a"));
    try (TransactionManager slow =
        TestManagers.withClockOffBy(connection, Duration.ofMinutes(-5))) {
      for (int i = 0; i < 2; i++) {
        slow.run(
            tx -> {
              long found = Rows.number(tx.table(table).get(Rows.get("a")));
              assertThat(found).as("what was committed before").isZero();
              tx.table(table).put(Rows.put("a", found + 1));
            });
      }
    }
    assertThat(Locks.all(connection, table)).doesNotContainKey("a");
  }

  /** A delete with a timestamp in the future does this to all clients. */
  @Test
  void plainDeleteFromTheFutureHidesLocksOfAllClients() throws Exception {
    long inAnHour = System.currentTimeMillis() + Duration.ofHours(1).toMillis();
    deletePlainly(new Delete(Rows.bytes("a"), inAnHour));

    run(tx -> tx.table(table).put(Rows.put("a", "lost")));

    assertThat(read("a")).isNull();
    assertThat(Locks.all(connection, table)).doesNotContainKey("a");
  }

  @Test
  void plainReadersMeetLocksOfDeletedRows() throws Exception {
    run(tx -> tx.table(table).put(Rows.put("a", "value")));
    run(tx -> tx.table(table).delete(Rows.delete("a")));

    try (Table plain = connection.getTable(table)) {
      assertThat(plain.exists(Rows.get("a"))).isTrue();
      assertThat(plain.get(Rows.get("a")).listCells())
          .singleElement()
          .matches(cell -> CellUtil.matchingColumn(cell, LockColumn.family(), Bytes.toBytes("l")));
      Scan likeRowCounter = new Scan().setFilter(new FirstKeyOnlyFilter());
      assertThat(Rows.keys(plain, likeRowCounter)).containsExactly("a");

      assertThat(plain.exists(Rows.get("a").addFamily(F).addFamily(G))).isFalse();
      assertThat(Rows.keys(plain, new Scan().addFamily(F).addFamily(G))).isEmpty();
    }
  }

  /** A plain write does not change the version of the row. */
  @Test
  void plainWriteIsNotNoticedByTransactionThatHasReadTheRow() throws Exception {
    run(putBoth(table, "old"));
    run(
        tx -> {
          assertThat(Rows.text(tx.table(table), "a")).isEqualTo("old");
          try (Table plain = connection.getTable(table)) {
            plain.put(Rows.put("a", "plain"));
          }
          tx.table(table).put(Rows.put("z", "copy of old"));
        });

    assertThat(readPlainly("a")).isEqualTo("plain");
    assertThat(readPlainly("z")).isEqualTo("copy of old");
  }

  /** Each client alone is atomic; together they lose an update. */
  @Test
  void plainIncrementIsOverwrittenByTransactionThatReadBefore() throws Exception {
    run(tx -> tx.table(table).put(Rows.put("a", 5)));
    run(
        tx -> {
          long found = Rows.number(tx.table(table), "a");
          try (Table plain = connection.getTable(table)) {
            long unused = plain.incrementColumnValue(Rows.bytes("a"), F, Rows.V, 100);
          }
          tx.table(table).put(Rows.put("a", found + 1));
        });

    assertThat(readNumberPlainly("a")).isEqualTo(6);
  }

  private long readNumberPlainly(String row) throws IOException {
    try (Table plain = connection.getTable(table)) {
      return Rows.number(plain, row);
    }
  }

  /** Only a program that names the family of the locks writes there; a lock is damaged then. */
  @Test
  void plainWriteToLockFamilyStopsTransactionsOnThatRow() throws Exception {
    run(putBoth(table, "old"));
    try (Table plain = connection.getTable(table)) {
      plain.put(
          new Put(Rows.bytes("a"))
              .addColumn(LockColumn.family(), LockColumn.qualifier(), Rows.bytes("copied")));
    }

    assertThat(CommandRun.of(configuration, "locks", table.getNameAsString()).out())
        .startsWith("CORRUPT row 'a'");
    assertThat(read("z")).isEqualTo("old");
  }

  @Test
  void guardPrintsGrantsWhereHBaseChecksNoPermissions() throws Exception {
    CommandRun guard =
        CommandRun.of(configuration, "guard", table.getNameAsString(), "--plain", "etl");

    assertThat(guard.status()).isEqualTo(3);
    assertThat(guard.out())
        .contains("grant 'etl', 'W', '" + table + "', 'f'")
        .contains("revoke 'etl', '" + table + "'; grant 'etl', 'R', '" + table + "'");
    assertThat(guard.err()).contains("HBase checks no permissions");
  }
}
