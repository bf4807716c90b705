package io.rowlock.it.tools;

import static io.rowlock.it.kit.TestTables.F;
import static io.rowlock.it.kit.TestTables.G;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.LockRefusedException;
import io.rowlock.TransactionManager;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.RawCells;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.operations.LockInfo;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.RowlockOperations;
import io.rowlock.tools.CommandRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The command line shows and discards locks on a real HBase that no client can settle. */
@Tag("compatibility")
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
class LockToolsIT {

  private static final Duration LEASE = Duration.ofMillis(500);

  private final Connection connection;
  private final Configuration configuration;
  private TableName table;

  LockToolsIT(Configuration configuration, Connection connection) {
    this.connection = connection;
    this.configuration = configuration;
    configuration.set("rowlock.lease", Long.toString(LEASE.toMillis()));
  }

  @BeforeEach
  void createTable() throws IOException {
    table = TestTables.create(connection, "m");
  }

  /** Rows of one region would be written by one request. */
  private void partRowsAAndB() throws IOException {
    table = TestTables.create(connection, "b");
  }

  private CommandRun run(String... arguments) throws Exception {
    return CommandRun.of(configuration, arguments);
  }

  private void plant(String row, String lock) throws IOException {
    try (Table raw = connection.getTable(table)) {
      // The lock time may be in the future, because the floor of a new table is.
      long later = System.currentTimeMillis() + Duration.ofMinutes(1).toMillis();
      Put put = new Put(Rows.bytes(row), later);
      raw.put(put.addColumn(LockColumn.family(), LockColumn.qualifier(), Rows.bytes(lock)));
    }
  }

  private String value(String row) throws IOException {
    try (Table raw = connection.getTable(table)) {
      return Rows.text(raw, row);
    }
  }

  private void commit(String row, String value) throws IOException {
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      transactions.run(tx -> tx.table(table).put(Rows.put(row, value)));
    }
  }

  @Test
  void discardRemovesCellThatIsNoLock() throws Exception {
    commit("a", "old");
    plant("a", "nonsense");
    String name = table.getNameAsString();

    CommandRun list = run("locks", name, "--json");
    assertThat(list.status()).isEqualTo(3);
    assertThat(list.json().get(0).get("state").getAsString()).isEqualTo("CORRUPT");
    assertThat(list.json().get(0).get("hexPrefix").getAsString()).isEqualTo("6e6f6e73656e7365");
    CommandRun resolve = run("resolve", name, "--json");
    assertThat(resolve.status()).isEqualTo(3);
    assertThat(resolve.json().get(0).get("outcome").getAsString()).isEqualTo("CANNOT");

    List<String> before = RawCells.of(connection, table);
    assertThat(run("discard", name, "a").err()).contains("repeat it with --yes");
    CommandRun declined = CommandRun.answering("no", configuration, "discard", name, "a");
    assertThat(declined.out()).startsWith("KEPT");
    assertThat(run("discard", name, "a", "--dry-run", "--json").json().get(0).get("loss"))
        .isNotNull();
    assertThat(RawCells.of(connection, table)).as("nothing is confirmed").isEqualTo(before);

    CommandRun confirmed =
        CommandRun.answering("discard", configuration, "discard", name, "a", "--json");
    assertThat(confirmed.status()).isZero();
    assertThat(confirmed.json().get(0).get("discarded").getAsBoolean()).isTrue();
    CommandRun again = run("discard", name, "a", "--yes");
    assertThat(again.status()).isZero();
    assertThat(again.err()).contains("nothing to discard");
    assertThat(value("a")).isEqualTo("old");
    commit("a", "new");
    assertThat(value("a")).isEqualTo("new");
  }

  @Test
  void discardRollsBackLockWithDroppedPrimary() throws Exception {
    commit("b", "old");
    TableName dropped = TestTables.create(connection);
    DeadClient.leaveLocks(
        configuration,
        2,
        tx -> {
          tx.table(dropped).put(Rows.put("a", "lost"));
          tx.table(table).put(Rows.put("b", "lost"));
        });
    drop(dropped);
    assertThat(run("resolve", table.getNameAsString()).status()).isEqualTo(3);

    CommandRun discard = run("discard", table.getNameAsString(), "b", "--yes", "--json");

    assertThat(discard.status()).as(discard.err()).isZero();
    assertThat(discard.json().get(0).get("loss").getAsString()).contains("f:v");
    Locks.assertAllSettled(connection, table);
    assertThat(value("b")).isEqualTo("old");
    commit("b", "new");
  }

  private void drop(TableName name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(name);
      admin.deleteTable(name);
    }
  }

  /** Another operator may alter the table while the question waits for its answer. */
  @Test
  void discardRemovesOnlyConfirmedLock() throws Exception {
    leaveCommitted();
    dropFamily(G);

    CommandRun discard =
        CommandRun.asking(
            question -> {
              assertThat(question).contains("the committed write to family 'g'");
              dropFamily(TestTables.F);
              return "discard";
            },
            configuration,
            "discard",
            table.getNameAsString(),
            "b");

    assertThat(discard.status()).isEqualTo(2);
    assertThat(discard.err())
        .contains("is not discarded", "has changed", "to family 'f', 'g'")
        .hasLineCount(1);
    assertThat(Locks.unsettled(connection, table)).containsKey("b");
  }

  private void dropFamily(byte[] family) {
    try (Admin admin = connection.getAdmin()) {
      admin.deleteColumnFamily(table, family);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Row b contains a committed intent that is not applied yet. */
  private void leaveCommitted() throws Exception {
    partRowsAAndB();
    DeadClient.leaveLocks(
        configuration,
        3,
        tx -> {
          tx.table(table).put(Rows.put("a", "new"));
          tx.table(table).put(Rows.put("b", "kept").addColumn(G, Rows.V, Rows.bytes("lost")));
        });
  }

  @Test
  void discardAppliesRestOfCommittedIntentWithDroppedFamily() throws Exception {
    leaveCommitted();
    dropFamily(G);
    CommandRun resolve = run("resolve", table.getNameAsString());
    assertThat(resolve.status()).isEqualTo(3);
    assertThat(resolve.out()).contains("CANNOT").contains("'g'");

    CommandRun discard = run("discard", table.getNameAsString(), "b", "--yes");

    assertThat(discard.status()).as(discard.err()).isZero();
    assertThat(run("resolve", table.getNameAsString()).out()).contains("ROLLED_FORWARD");
    Locks.assertAllSettled(connection, table);
    assertThat(value("a")).isEqualTo("new");
    assertThat(value("b")).isEqualTo("kept");
  }

  @Test
  void discardRefusesLockThatCanBeSettled() throws Exception {
    leaveUndecided();
    List<String> before = RawCells.of(connection, table);

    CommandRun discard = run("discard", table.getNameAsString(), "b", "--yes", "--json");

    assertThat(discard.status()).isEqualTo(3);
    assertThat(discard.json().get(0).get("discardable").getAsBoolean()).isFalse();
    assertThat(discard.json().get(0).get("explanation").getAsString()).contains("resolve");
    assertThat(RawCells.of(connection, table)).isEqualTo(before);
  }

  /** Row b contains the intent; row a, its primary, nothing yet. */
  private void leaveUndecided() throws Exception {
    partRowsAAndB();
    DeadClient.leaveLocks(
        configuration,
        2,
        tx -> {
          tx.table(table).put(Rows.put("a", "lost"));
          tx.table(table).put(Rows.put("b", "lost"));
        });
  }

  @Test
  void discardRefusesChangedLock() throws Exception {
    plant("a", "nonsense");
    try (LockTools tools = RowlockOperations.create(connection).openLockTools()) {
      LockInfo seen = tools.look(table, Rows.bytes("a")).orElseThrow();
      plant("a", "other nonsense");

      assertThatThrownBy(() -> tools.discard(seen))
          .isInstanceOf(LockRefusedException.class)
          .hasMessageContaining("row 'a' of table '" + table.getNameAsString() + "'");
    }
    assertThat(run("locks", table.getNameAsString()).out()).contains("CORRUPT");
  }

  @Test
  void interruptedResolveCanBeRepeated() throws Exception {
    leaveUndecided();
    plant("c", "nonsense");
    try (LockTools tools = RowlockOperations.create(connection).openLockTools()) {
      assertThatThrownBy(
              () ->
                  tools.resolve(
                      LockRange.of(table),
                      result -> {
                        throw new IllegalStateException("broken off");
                      }))
          .hasMessage("broken off");
    }

    CommandRun again = run("resolve", table.getNameAsString());

    assertThat(again.status()).as("because of the nonsense").isEqualTo(3);
    assertThat(again.out()).contains("row 'c'").doesNotContain("row 'b'").hasLineCount(1);
  }

  @Test
  void locksCountsRangesRegionsAndStableLocks() throws Exception {
    for (String row : List.of("a", "b", "n", "o")) {
      commit(row, "value");
    }
    List<LockInfo> found = new ArrayList<>();
    List<String> progress = new ArrayList<>();
    LockRange range = LockRange.of(table, Rows.bytes("b"), Rows.bytes("o"));

    try (LockTools tools = RowlockOperations.create(connection).openLockTools()) {
      tools.list(
          range,
          found::add,
          at -> progress.add(at.regionsDone() + "/" + at.regions() + " " + at.rowsSeen()));
    }

    assertThat(found).extracting(LockInfo::row).containsExactly(Rows.bytes("b"), Rows.bytes("n"));
    assertThat(progress).containsExactly("0/2 0", "1/2 1", "2/2 2");
    CommandRun all = run("locks", table.getNameAsString(), "--all", "--start-row", "\\x6e");
    assertThat(all.status()).isZero();
    assertThat(all.out()).hasLineCount(2).contains("STABLE row 'n'");
  }

  @Test
  void toolsVerifyAndEnableTables() throws Exception {
    TableName plain = createPlain();
    String name = plain.getNameAsString();
    for (String command : List.of("locks", "resolve")) {
      CommandRun run = run(command, name);
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err()).contains("'" + name + "' has no locks", "enable it").hasLineCount(1);
    }
    assertThat(run("verify", name, "--json").json())
        .extracting(finding -> finding.get("severity").getAsString())
        .contains("ERROR");
    assertThat(run("verify", name).status()).isEqualTo(3);
    CommandRun dryRun = run("enable", name, "--dry-run");
    assertThat(dryRun.status()).isZero();
    assertThat(dryRun.err()).contains("Nothing was done");
    assertThat(dryRun.out()).hasLineCount(3).contains("'_lock'", "MultiRowMutationEndpoint");
    assertThat(run("enable", name, "--dry-run", "--no-region-commit", "--json").json())
        .extracting(change -> change.get("setting").getAsString())
        .containsExactly("COLUMN_FAMILIES", "rowlock.floor");
    assertThat(run("verify", name).status()).as("after dry runs").isEqualTo(3);

    assertThat(run("enable", name, "--json").json().get(0).get("enabled").getAsBoolean()).isTrue();

    assertThat(run("verify", name).status()).isZero();
    assertThat(run("enable", name).status()).as("twice").isZero();
    assertThat(run("enable", name, "--dry-run").out()).isEmpty();
  }

  @Test
  void dryRunRefusesWhatEnableRefuses() throws Exception {
    TableName plain = createPlain();
    String name = plain.getNameAsString();
    try (Table raw = connection.getTable(plain)) {
      raw.put(new Put(Rows.bytes("a")).addColumn(F, F, Long.MAX_VALUE - 2, F));
    }
    assertThat(run("enable", name, "--dry-run").status()).as("without a scan").isZero();

    CommandRun dryRun = run("enable", name, "--dry-run", "--scan");

    assertThat(dryRun.status()).isEqualTo(3);
    assertThat(dryRun.out()).contains("ERROR TIMESTAMP", "remove it first").hasLineCount(1);
    assertThat(dryRun.err()).contains("would refuse", "Nothing was done");
    CommandRun enable = run("enable", name, "--scan");
    assertThat(enable.status()).isEqualTo(2);
    assertThat(enable.err()).contains("remove it first").hasLineCount(1);
    assertThat(run("enable", "hbase:meta", "--dry-run").status()).isEqualTo(3);
  }

  private TableName createPlain() throws IOException {
    TableName plain = TestTables.describe().build().getTableName();
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(plain)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
              .build());
    }
    return plain;
  }

  @Test
  void errorNamesUnknownTable() throws Exception {
    for (String command : List.of("locks", "resolve", "verify", "enable", "disable --yes")) {
      CommandRun run = run((command + " unknown").split(" "));
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err()).contains("Table 'unknown' does not exist").hasLineCount(1);
    }
    CommandRun discard = run("discard", "unknown", "row");
    assertThat(discard.status()).isEqualTo(2);
    assertThat(discard.err()).contains("'unknown'").hasLineCount(1);
  }
}
