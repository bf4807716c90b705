package io.rowlock.it.servers;

import static io.rowlock.it.kit.TestTables.F;
import static io.rowlock.it.kit.TestTables.G;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TableFinding;
import io.rowlock.TransactionManager;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.internal.protocol.lock.DecodedLock;
import io.rowlock.internal.protocol.lock.DecodedLock.State;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Regions;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import io.rowlock.operations.LockResolution.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client dies in the middle of a commit, and its cluster is lost after HBase has replicated
 * everything to a standby: what transactions find there, without and with replicated locks.
 */
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class ReplicationIT {

  private static final byte[] LOCKS = LockColumn.family();
  private static final byte[][] DATA = {F, G};
  private static final byte[][] EVERYTHING = {F, G, LOCKS};

  /** In two regions. */
  private static final List<String> ROWS = List.of("a", "n");

  private final EmbeddedHBase hbase;
  private final Configuration configuration;
  private final Connection source;
  private final Standby standby;

  ReplicationIT(EmbeddedHBase hbase, Configuration configuration, Connection source)
      throws IOException {
    this.hbase = hbase;
    this.configuration = configuration;
    this.source = source;
    this.standby = Standby.start(source);
  }

  @AfterEach
  void detach() throws IOException {
    standby.detachIfAttached();
  }

  @AfterAll
  void close() throws IOException {
    standby.close();
  }

  /** Creates a table whose data are replicated, on both clusters. */
  private TableName createTable() throws IOException {
    TableDescriptorBuilder table = TestTables.describe();
    for (byte[] family : DATA) {
      table.modifyColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(family)
              .setScope(HConstants.REPLICATION_SCOPE_GLOBAL)
              .build());
    }
    byte[][] splits = {Rows.bytes("m")};
    TransactionAdmin.create(source).createTable(table.build(), splits);
    TransactionAdmin.create(standby.connection()).createTable(table.build(), splits);
    return table.build().getTableName();
  }

  /** As an operator does it, see backups-and-upgrades.md. */
  private void replicateLocks(TableName table) throws IOException {
    try (Admin admin = source.getAdmin()) {
      var locks = admin.getDescriptor(table).getColumnFamily(LOCKS);
      admin.modifyColumnFamily(
          table,
          ColumnFamilyDescriptorBuilder.newBuilder(locks)
              .setScope(HConstants.REPLICATION_SCOPE_GLOBAL)
              .build());
    }
  }

  private TableName createTableWithReplicatedLocks() throws IOException {
    TableName table = createTable();
    replicateLocks(table);
    return table;
  }

  private void commit(Connection connection, TableName table, String value) throws IOException {
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      transactions.run(tx -> putAll(tx.table(table), value));
    }
  }

  private static void putAll(Table table, String value) throws IOException {
    for (String row : ROWS) {
      table.put(Rows.put(row, value));
    }
  }

  private static List<String> plainValues(Connection connection, TableName name)
      throws IOException {
    try (Table table = connection.getTable(name)) {
      return List.of(Rows.text(table, ROWS.get(0)), Rows.text(table, ROWS.get(1)));
    }
  }

  private List<String> statesOnStandby(TableName table) throws IOException {
    return Locks.all(standby.connection(), table).values().stream()
        .map(DecodedLock::state)
        .map(State::name)
        .sorted()
        .toList();
  }

  /** After the loss of the source, new transactions read and write. */
  private void assertTransactionsGoOn(TableName table) throws IOException {
    commit(standby.connection(), table, "newer");
    assertThat(plainValues(standby.connection(), table)).containsOnly("newer");
    Locks.assertAllSettled(standby.connection(), table);
  }

  @Test
  void withoutLocksHalfOfCommittedTransactionStays() throws Exception {
    TableName table = createTable();
    standby.attach(false);
    commit(source, table, "old");
    DeadClient.leaveLocks(configuration, LockWrite.SETTLING, tx -> putAll(tx.table(table), "new"));
    standby.awaitCopy(table, DATA);
    standby.detach();

    assertThat(plainValues(standby.connection(), table)).containsExactlyInAnyOrder("new", "old");
    assertThat(Locks.all(standby.connection(), table)).isEmpty();
    assertThat(standby.resolve(table)).isEmpty();
    assertThat(plainValues(standby.connection(), table)).containsExactlyInAnyOrder("new", "old");
    assertTransactionsGoOn(table);
  }

  /** A planned fail-over. */
  @Test
  void resolvingOnSourceCompletesStandby() throws Exception {
    TableName table = createTable();
    standby.attach(false);
    commit(source, table, "old");
    DeadClient.leaveLocks(configuration, LockWrite.SETTLING, tx -> putAll(tx.table(table), "new"));
    assertThat(Standby.resolve(source, table)).containsOnly(Outcome.ROLLED_FORWARD);
    standby.awaitCopy(table, DATA);
    standby.detach();

    assertThat(plainValues(standby.connection(), table)).containsOnly("new");
    assertTransactionsGoOn(table);
  }

  @Test
  void withLocksResolvingOnStandbyCompletesCommittedTransaction() throws Exception {
    TableName table = createTableWithReplicatedLocks();
    standby.attach(false);
    commit(source, table, "old");
    DeadClient.leaveLocks(configuration, LockWrite.SETTLING, tx -> putAll(tx.table(table), "new"));
    standby.awaitCopy(table, EVERYTHING);
    standby.detach();

    assertThat(plainValues(standby.connection(), table)).containsExactlyInAnyOrder("new", "old");
    assertThat(statesOnStandby(table)).containsExactly("COMMITTED", "PREWRITTEN");
    assertThat(standby.resolve(table)).containsOnly(Outcome.ROLLED_FORWARD);
    assertThat(plainValues(standby.connection(), table)).containsOnly("new");
    assertTransactionsGoOn(table);
  }

  @Test
  void withLocksResolvingOnStandbyUndoesUndecidedTransaction() throws Exception {
    TableName table = createTableWithReplicatedLocks();
    standby.attach(false);
    commit(source, table, "old");
    leaveUndecided(table, "never");
    standby.awaitCopy(table, EVERYTHING);
    standby.detach();

    assertThat(statesOnStandby(table)).containsExactly("PREWRITTEN", "PREWRITTEN");
    assertThat(standby.resolve(table)).containsOnly(Outcome.ROLLED_BACK);
    assertThat(plainValues(standby.connection(), table)).containsOnly("old");
    assertTransactionsGoOn(table);
  }

  private void leaveUndecided(TableName table, String value) throws Exception {
    TableName other = TestTables.create(source);
    DeadClient.leaveLocks(
        configuration,
        LockWrite.COMMIT_POINT,
        tx -> {
          String unused = Rows.text(tx.table(other), "read"); // so that all rows are prewritten
          putAll(tx.table(table), value);
        });
  }

  /** No choice of families helps against edits that have not arrived. */
  @Test
  void laggingTableLosesItsPartOfTransaction() throws Exception {
    TableName arriving = createTableWithReplicatedLocks();
    TableName lagging = createTableWithReplicatedLocks();
    standby.attachOnlyFor(arriving);
    try (TransactionManager transactions = TransactionManager.create(source)) {
      transactions.run(
          tx -> {
            putAll(tx.table(arriving), "new");
            putAll(tx.table(lagging), "new");
          });
    }
    standby.awaitCopy(arriving, EVERYTHING);
    standby.detach();

    assertThat(standby.resolve(arriving)).isEmpty();
    assertThat(plainValues(standby.connection(), arriving)).containsOnly("new");
    assertThat(Locks.all(standby.connection(), lagging)).isEmpty();
  }

  /** Why a standby settles nothing before it takes over: its lock is later than the next ones. */
  @Test
  void resolvingOnStandbyTooEarlyHidesLaterLocks() throws Exception {
    TableName table = createTableWithReplicatedLocks();
    standby.attach(false);
    commit(source, table, "old");
    leaveUndecided(table, "never");
    standby.awaitCopy(table, EVERYTHING);
    standby.pause();
    assertThat(Standby.resolve(source, table)).containsOnly(Outcome.ROLLED_BACK);
    DeadClient.leaveLocks(configuration, LockWrite.SETTLING, tx -> putAll(tx.table(table), "new"));
    assertThat(standby.resolve(table)).containsOnly(Outcome.ROLLED_BACK);
    standby.resume();
    standby.awaitCopy(table, DATA);
    standby.detach();

    assertThat(Locks.unsettled(source, table)).isNotEmpty();
    assertThat(Locks.unsettled(standby.connection(), table)).isEmpty();
    assertThat(plainValues(standby.connection(), table)).containsExactlyInAnyOrder("new", "old");
    assertThat(standby.resolve(table)).isEmpty();
    assertThat(plainValues(standby.connection(), table)).containsExactlyInAnyOrder("new", "old");
  }

  @ParameterizedTest(name = "serial: {0}")
  @ValueSource(booleans = {false, true})
  void standbyBecomesEqualWhileRegionsMove(boolean isSerial) throws Exception {
    TableName table = createTableWithReplicatedLocks();
    standby.attach(isSerial);
    try (TransactionManager transactions = TransactionManager.create(source);
        Crew crew = new Crew()) {
      crew.start(
          3,
          thread -> {
            for (int i = 0; i < 60; i++) {
              String value = thread + "-" + i;
              transactions.run(tx -> putAll(tx.table(table), value));
            }
          });
      moveEachRegionTwice(table);
      crew.join();
    }
    standby.awaitCopy(table, EVERYTHING);
    standby.detach();

    assertThat(plainValues(standby.connection(), table))
        .isEqualTo(plainValues(source, table))
        .satisfies(values -> assertThat(Set.copyOf(values)).hasSize(1));
    assertTransactionsGoOn(table);
  }

  private void moveEachRegionTwice(TableName table) throws IOException {
    Regions regions = new Regions(hbase, source);
    try (Admin admin = source.getAdmin()) {
      List<ServerName> servers = List.copyOf(admin.getRegionServers());
      for (int move = 0; move < 2; move++) {
        for (RegionInfo region : regions.of(table)) {
          boolean unused = regions.move(region, servers.get(move % servers.size()));
        }
      }
    }
  }

  /** HBase retries for ever, and the queue of each server grows with all its tables. */
  @Test
  void standbyWithoutFamilyOfLocksStopsReplication() throws Exception {
    TableName table = createTableWithReplicatedLocks();
    try (Admin admin = standby.connection().getAdmin()) {
      TableDescriptor complete = admin.getDescriptor(table);
      admin.deleteColumnFamily(table, LOCKS);
      standby.attach(false);
      commit(source, table, "new");
      assertThat(standby.isCopiedWithin(Duration.ofSeconds(3), table, DATA)).isFalse();

      admin.addColumnFamily(table, complete.getColumnFamily(LOCKS));
      standby.awaitCopy(table, EVERYTHING);
    }
  }

  /** The shell's enable_table_replication. */
  @Test
  void enablingReplicationOfTableReplicatesLocks() throws Exception {
    TableName table = TestTables.create(source, "m");
    standby.attach(false);
    try (Admin admin = source.getAdmin()) {
      admin.enableTableReplication(table);
    }
    commit(source, table, "new");
    standby.awaitCopy(table, EVERYTHING);

    assertThat(TransactionAdmin.create(source).verify(table))
        .singleElement()
        .satisfies(finding -> assertThat(finding.isError()).isFalse())
        .extracting(TableFinding::setting)
        .isEqualTo("_lock.REPLICATION_SCOPE");
    assertThat(TransactionAdmin.create(standby.connection()).verify(table))
        .noneMatch(TableFinding::isError);
  }
}
