package io.rowlock.it.tools;

import static io.rowlock.it.kit.TestTables.F;
import static io.rowlock.it.kit.TestTables.G;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Transaction;
import io.rowlock.TransactionAction;
import io.rowlock.TransactionManager;
import io.rowlock.admin.EnableOptions;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.VacuumFiles;
import io.rowlock.it.kit.faults.LockWrite;
import io.rowlock.tools.CommandRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code verify --data} finds what plain clients have left, and nothing of transactions. */
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
class DataCheckIT {

  private final Connection connection;
  private final Configuration configuration;
  private TableName table;
  private TransactionManager transactions;
  private Table plain;

  @TempDir private Path directory;

  DataCheckIT(Configuration configuration, Connection connection) {
    this.connection = connection;
    this.configuration = configuration;
    configuration.set("rowlock.lease", "500");
  }

  @BeforeEach
  void createTable() throws Exception {
    table = TestTables.create(connection, "m");
    TestTables.awaitFloor(connection, table);
    transactions = TransactionManager.create(connection);
    plain = connection.getTable(table);
  }

  @AfterEach
  void close() throws IOException {
    plain.close();
    transactions.close();
  }

  private void run(TransactionAction<IOException> work) throws IOException {
    transactions.run(work);
    transactions.drain();
  }

  private static void put(Transaction tx, TableName table, String row) throws IOException {
    tx.table(table).put(Rows.put(row, "value").addColumn(G, Rows.N, Bytes.toBytes(1L)));
  }

  private CommandRun verify(String... options) throws Exception {
    String[] arguments = {"verify", table.getNameAsString(), "--data", "--json"};
    String[] all = new String[arguments.length + options.length];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    System.arraycopy(options, 0, all, arguments.length, options.length);
    return CommandRun.of(configuration, all);
  }

  /** Returns kind and row of each finding. */
  private List<String> findings() throws Exception {
    CommandRun run = verify();
    List<String> findings =
        run.json().stream()
            .filter(json -> json.has("row"))
            .map(json -> text(json, "kind") + " " + text(json, "row"))
            .toList();
    assertThat(run.status()).as(run.err()).isEqualTo(findings.isEmpty() ? 0 : 3);
    return findings;
  }

  private static String text(JsonObject json, String field) {
    return json.get(field).getAsString();
  }

  @Test
  void nothingIsFoundInRowsThatOnlyTransactionsWrite() throws Exception {
    run(
        tx -> {
          for (String row : List.of("a", "b", "c", "x", "y", "z")) {
            put(tx, table, row);
          }
        });
    run(tx -> tx.table(table).delete(Rows.delete("a")));
    run(tx -> tx.table(table).delete(new Delete(Rows.bytes("b")).addFamily(G)));
    run(tx -> tx.table(table).delete(new Delete(Rows.bytes("c")).addColumns(F, Rows.V)));
    run(tx -> put(tx, table, "c"));
    run(tx -> tx.table(table).put(Rows.put("x", "again")));
    DeadClient.leaveLocks(configuration, LockWrite.SETTLING, tx -> put2(tx, "b", "y"));
    DeadClient.leaveLocks(configuration, 2, tx -> put2(tx, "c", "z"));

    assertThat(findings()).isEmpty();
    assertThat(CommandRun.of(configuration, "resolve", table.getNameAsString()).status()).isZero();
    vacuum();
    assertThat(findings()).isEmpty();
    try (Admin admin = connection.getAdmin()) {
      admin.flush(table);
    }
    assertThat(findings()).isEmpty();
  }

  private void put2(Transaction tx, String first, String second) throws IOException {
    put(tx, table, first);
    put(tx, table, second);
  }

  private void vacuum() throws Exception {
    Path file = directory.resolve("marks");
    CommandRun mark =
        CommandRun.of(configuration, "vacuum", "mark", table.getNameAsString(), file.toString());
    assertThat(mark.status()).as(mark.err()).isZero();
    VacuumFiles.age(file);
    CommandRun sweep = CommandRun.of(configuration, "vacuum", "sweep", file.toString());
    assertThat(sweep.status()).as(sweep.err()).isZero();
  }

  @Test
  void nothingIsFoundWhileTransactionsRun() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    try (Crew crew = new Crew()) {
      crew.start(
          4,
          thread -> {
            for (int i = thread; !done.get(); i += 4) {
              int number = i;
              transactions.run(tx -> changeSomeRows(tx, number));
            }
          });
      for (int i = 0; i < 10; i++) {
        assertThat(findings()).isEmpty();
      }
      done.set(true);
      crew.join();
    }
  }

  private void changeSomeRows(Transaction tx, int number) throws IOException {
    String near = "b" + number % 7;
    String far = "y" + number % 5;
    if (number % 6 == 0) {
      tx.table(table).delete(Rows.delete(near));
      put(tx, table, far);
    } else if (number % 6 == 1) {
      tx.table(table).delete(new Delete(Rows.bytes(far)).addFamily(G));
    } else {
      put2(tx, near, far);
    }
  }

  @Test
  void findsWhatPlainClientsHaveWrittenAndDeleted() throws Exception {
    run(
        tx -> {
          for (String row : List.of("deleted", "part", "untouched", "written")) {
            put(tx, table, row);
          }
        });
    plain.put(Rows.put("loaded", "plain"));
    plain.put(Rows.put("written", "plain"));
    plain.delete(new Delete(Rows.bytes("part")).addFamily(G));
    plain.delete(Rows.delete("deleted"));
    plain.delete(Rows.delete("never-there"));

    assertThat(findings())
        .containsExactly(
            "LOCK_DELETED deleted",
            "UNLOCKED loaded",
            "LOCK_DELETED never-there",
            "DELETED part",
            "WRITTEN written");
    assertThat(verify().json())
        .filteredOn(json -> json.has("rows"))
        .extracting(json -> text(json, "kind") + " " + json.get("rows"))
        .containsExactly("WRITTEN 1", "DELETED 1", "UNLOCKED 1", "LOCK_DELETED 2");
    CommandRun oneRow = verify("--start-row", "part", "--stop-row", "q");
    assertThat(oneRow.json().get(0).get("kind").getAsString()).isEqualTo("DELETED");
  }

  /** The row was written by a transaction before and after; the trail of its lock shows this. */
  @Test
  void findsPlainWriteThatTransactionsHaveWrittenBeside() throws Exception {
    run(tx -> put(tx, table, "a"));
    plain.put(new Put(Rows.bytes("a")).addColumn(G, Rows.N, Bytes.toBytes(2L)));
    run(tx -> tx.table(table).put(Rows.put("a", "later")));

    assertThat(findings()).containsExactly("WRITTEN a");
    run(tx -> put(tx, table, "a"));
    assertThat(findings()).isEmpty();
  }

  /** Row z has waited for its value; the proof of the commit names it. */
  @Test
  void findsLockThatOtherLockNames() throws Exception {
    run(tx -> put2(tx, "a", "z"));
    DeadClient.leaveLocks(configuration, LockWrite.SETTLING, tx -> put2(tx, "a", "z"));
    plain.delete(Rows.delete("z"));

    assertThat(findings()).containsExactly("LOCK_MISSING z", "LOCK_DELETED z");
  }

  /** After a plain delete of the primary, its secondaries still expect the lock; it is one row. */
  @Test
  void findsMissingPrimary() throws Exception {
    TransactionAction<IOException> all =
        tx -> {
          put2(tx, "a", "y");
          put(tx, table, "z");
        };
    run(all);
    DeadClient.leaveLocks(configuration, LockWrite.SETTLING, all);
    plain.delete(Rows.delete("a"));

    assertThat(findings()).containsExactly("LOCK_DELETED a", "LOCK_MISSING a");
  }

  /** HBase gives such a delete the timestamp of the value, which a transaction has written. */
  @Test
  void findsDeletesOfTheLatestVersion() throws Exception {
    run(tx -> put2(tx, "a", "b"));
    plain.delete(new Delete(Rows.bytes("a")).addColumn(G, Rows.N));
    plain.delete(
        new Delete(Rows.bytes("b")).addColumn(LockColumn.family(), LockColumn.qualifier()));

    assertThat(findings()).containsExactly("DELETED a", "LOCK_DELETED b", "UNLOCKED b");
    run(tx -> tx.table(table).put(Rows.put("a", "later")));
    assertThat(findings()).contains("DELETED a");
  }

  /** The deletes of the transaction are older than all that the lock still tells. */
  @Test
  void rowThatIsLockedAgainAfterVacuumIsNoFinding() throws Exception {
    run(tx -> put(tx, table, "d"));
    run(tx -> tx.table(table).delete(Rows.delete("d")));
    // As a vacuum does.
    plain.delete(
        new Delete(Rows.bytes("d")).addColumns(LockColumn.family(), LockColumn.qualifier()));
    DeadClient.leaveLocks(configuration, 2, tx -> put2(tx, "d", "z"));

    assertThat(findings()).isEmpty();
    assertThat(CommandRun.of(configuration, "resolve", table.getNameAsString()).status()).isZero();
    assertThat(findings()).isEmpty();
  }

  @Test
  void findsOverwrittenLock() throws Exception {
    run(tx -> put(tx, table, "a"));
    plain.put(
        new Put(Rows.bytes("a"))
            .addColumn(LockColumn.family(), LockColumn.qualifier(), Rows.bytes("nonsense")));

    assertThat(findings()).containsExactly("LOCK_UNREADABLE a");
  }

  /** No transaction has ever written the row. */
  @Test
  void findsDeleteOfDataFromBeforeEnable() throws Exception {
    table = TestTables.createPlain(connection);
    try (Table adopted = connection.getTable(table)) {
      for (String row : List.of("part", "whole")) {
        adopted.put(Rows.put(row, "plain").addColumn(G, Rows.N, Bytes.toBytes(1L)));
      }
      TransactionAdmin.create(connection).enable(table, EnableOptions.ofDefaults());
      long later = System.currentTimeMillis() + Duration.ofMinutes(5).toMillis();
      adopted.delete(new Delete(Rows.bytes("part")).addFamily(G, later));

      assertThat(findings()).containsExactly("DELETED part");
    }
  }

  /** The scan goes on. */
  @Test
  void findsLockThatCannotBeRead() throws Exception {
    TableName other = TestTables.create(connection, "m");
    TestTables.awaitFloor(connection, other);
    leaveLockThatNames(other);
    plain.put(Rows.put("b", "plain"));
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(other);
      assertThat(findings()).containsExactly("LOCK_UNREAD z", "UNLOCKED b");
      admin.deleteTable(other);
    }
    assertThat(findings()).containsExactly("LOCK_MISSING z", "UNLOCKED b");
  }

  private void leaveLockThatNames(TableName other) throws Exception {
    TransactionAction<IOException> both =
        tx -> {
          put(tx, table, "a");
          put(tx, other, "z");
        };
    run(both);
    DeadClient.leaveLocks(configuration, LockWrite.SETTLING, both);
  }

  @Test
  void printsSomeRowsAndCountsAll() throws Exception {
    plain.put(IntStream.range(0, 700).mapToObj(i -> Rows.put("row" + i, "plain")).toList());

    CommandRun run = CommandRun.of(configuration, "verify", table.getNameAsString(), "--data");
    assertThat(run.status()).isEqualTo(3);
    assertThat(run.out())
        .hasLineCount(21)
        .contains("UNLOCKED row 'row0' of table '" + table + "': it has data from a plain client")
        .contains("UNLOCKED rows: 700; accept data that was loaded with 'rowlock enable --scan'");
    assertThat(verify("--samples", "3").out()).hasLineCount(4);
  }

  @Test
  void dataFromBeforeEnableIsNoFinding() throws Exception {
    table = TestTables.createPlain(connection);
    try (Table before = connection.getTable(table)) {
      before.put(Rows.put("old", "plain"));
      before.put(Rows.put("gone", "plain"));
      before.delete(Rows.delete("gone"));
    }
    TransactionAdmin.create(connection).enable(table, EnableOptions.ofDefaults());

    assertThat(findings()).isEmpty();
  }
}
