package io.rowlock.it.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.ConflictException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.admin.EnableOptions;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Regions;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Region commits: one request, and no lock that another client could see. */
@ExtendWith(HBaseExtension.class)
class RegionCommitIT {

  private static final String ENDPOINT =
      "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint";

  /** So many commits in a row do not pause on any machine. */
  private static final int COMMITS = 500;

  private final Connection connection;
  private TableName table;
  private TransactionManager transactions;

  RegionCommitIT(Connection connection) {
    this.connection = connection;
  }

  /** Creates regions that start at the beginning and at m. */
  @BeforeEach
  void open() throws IOException {
    table = TestTables.create(connection, "m");
    transactions = TransactionManager.create(connection);
    transactions.run(
        tx -> {
          for (String row : new String[] {"a", "b", "c", "x", "y"}) {
            tx.table(table).put(Rows.put(row, "old"));
          }
        });
    transactions.drain();
  }

  @AfterEach
  void close() throws IOException {
    transactions.close();
  }

  @Tag("compatibility")
  @Test
  void oneRequestCommitsRowsOfOneRegion() throws IOException {
    try (Transaction tx = transactions.begin()) {
      assertThat(Rows.text(tx.table(table), "a")).isEqualTo("old");
      assertThat(Rows.text(tx.table(table), "b")).isEqualTo("old");
      assertThat(Rows.text(tx.table(table), "c")).isEqualTo("old");
      tx.table(table).put(Rows.put("a", "new"));
      tx.table(table).put(Rows.put("b", "new"));
      assertRequests(1, 0, tx::commit);
    }
    assertThat(raw("a")).isEqualTo("new");
    assertThat(raw("b")).isEqualTo("new");
    Locks.assertAllSettled(connection, table);
  }

  @Tag("compatibility")
  @Test
  void twentyBlindRowsTakeOneMoreRequest() throws IOException {
    try (Transaction tx = transactions.begin()) {
      for (int i = 0; i < 20; i++) {
        tx.table(table).put(Rows.put("d" + i, "new"));
      }
      assertRequests(2, 0, tx::commit);
    }
    assertThat(raw("d19")).isEqualTo("new");
  }

  @Tag("compatibility")
  @Test
  void readPrefetchesLocksOfBlindRows() throws IOException {
    assertSparedALook("b", 1, 1, 0);
    assertThat(raw("a")).isEqualTo("new");
    Locks.assertAllSettled(connection, table);
  }

  /** Expects the prewrite of x, then a and a check of c. */
  @Test
  void readPrefetchesLocksOfOtherRegionsOfServer(EmbeddedHBase hbase) throws IOException {
    serveTheSecondRegion(hbase, true);
    assertSparedALook("x", 1, 2, 2);
    assertThat(raw("x")).isEqualTo("new");
    Locks.assertAllSettled(connection, table);
  }

  /** The read sends an additional request for them, and does not wait for its answer. */
  @Test
  void readPrefetchesLocksOfOtherServers(EmbeddedHBase hbase) throws IOException {
    serveTheSecondRegion(hbase, false);
    assertSparedALook("x", 2, 2, 2);
    assertThat(raw("x")).isEqualTo("new");
  }

  /**
   * The lock is at the same server as the first row, or elsewhere; the manager knows this
   * afterwards.
   */
  private void serveTheSecondRegion(EmbeddedHBase hbase, boolean together) throws IOException {
    try (Admin admin = connection.getAdmin();
        RegionLocator locator = connection.getRegionLocator(table)) {
      ServerName first = locator.getRegionLocation(Rows.bytes("a"), true).getServerName();
      HRegionLocation second = locator.getRegionLocation(Rows.bytes("x"), true);
      ServerName target =
          admin.getRegionServers().stream()
              .filter(server -> server.equals(first) == together)
              .findFirst()
              .orElseThrow();
      if (!second.getServerName().equals(target)) {
        assertThat(new Regions(hbase, connection).move(second.getRegion(), target)).isTrue();
      }
    }
    transactions.run(tx -> tx.table(table).put(Rows.put("x", "old")));
    transactions.run(
        tx -> {
          tx.table(table).put(Rows.put("x", "old"));
          tx.table(table).put(Rows.put("y", "old"));
        });
  }

  @Tag("compatibility")
  @Test
  void commitReadsChangedPrefetchedLockAgain() throws IOException {
    try (Transaction tx = transactions.begin()) {
      tx.table(table).put(Rows.put("a", "new"));
      assertThat(Rows.text(tx.table(table), "c")).isEqualTo("old");
      transactions.run(other -> other.table(table).put(Rows.put("a", "theirs")));
      tx.commit();
    }
    assertThat(raw("a")).isEqualTo("new");
    Locks.assertAllSettled(connection, table);
  }

  /**
   * Expects the prewrite of x and y; the commit point with a and b, and a check of c; then x and y,
   * then a.
   */
  @Tag("compatibility")
  @Test
  void eachOtherRegionTakesOneMoreRequest() throws IOException {
    try (Transaction tx = transactions.begin()) {
      for (String row : new String[] {"a", "b", "c", "x", "y"}) {
        assertThat(Rows.text(tx.table(table), row)).isEqualTo("old");
      }
      for (String row : new String[] {"a", "b", "x", "y"}) {
        tx.table(table).put(Rows.put(row, "new"));
      }
      assertRequests(2, 2, tx::commit);
    }
    assertThat(raw("a")).isEqualTo("new");
    assertThat(raw("y")).isEqualTo("new");
    Locks.assertAllSettled(connection, table);
  }

  @Tag("compatibility")
  @Test
  void changedReadConflicts() throws IOException {
    try (Transaction tx = transactions.begin()) {
      assertThat(Rows.text(tx.table(table), "c")).isEqualTo("old");
      tx.table(table).put(Rows.put("a", "new"));
      transactions.run(other -> other.table(table).put(Rows.put("c", "newer")));

      assertThatThrownBy(tx::commit).isInstanceOf(ConflictException.class);
    }
    assertThat(raw("a")).isEqualTo("old");
  }

  @Tag("compatibility")
  @Test
  void blindWritersDoNotConflict() throws IOException {
    try (Transaction tx = transactions.begin()) {
      assertThat(Rows.text(tx.table(table), "c")).isEqualTo("old");
      tx.table(table).put(Rows.put("a", "new"));
      transactions.run(other -> other.table(table).put(Rows.put("a", "theirs")));
      tx.commit();
    }
    assertThat(raw("a")).isEqualTo("new");
  }

  /** Commits rows that a split has separated. */
  @Test
  void commitNoticesSplit(EmbeddedHBase hbase) throws Exception {
    try (Transaction tx = transactions.begin()) {
      assertThat(Rows.text(tx.table(table), "a")).isEqualTo("old");
      assertThat(Rows.text(tx.table(table), "c")).isEqualTo("old");
      tx.table(table).put(Rows.put("a", "new"));
      tx.table(table).put(Rows.put("c", "new"));
      new Regions(hbase, connection).split(table, Rows.bytes("b"));
      tx.commit();
    }
    transactions.drain();
    assertThat(raw("a")).isEqualTo("new");
    assertThat(raw("c")).isEqualTo("new");
    Locks.assertAllSettled(connection, table);
  }

  @Tag("compatibility")
  @Test
  void enablingAddsEndpointUnlessExcluded() throws IOException {
    TableName plain = TestTables.describe().build().getTableName();
    TransactionAdmin transactionAdmin = TransactionAdmin.create(connection);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(TestTables.describe(plain).build());
      transactionAdmin.enable(plain, EnableOptions.builder().regionCommit(false).build());
      assertThat(hasEndpoint(admin.getDescriptor(plain))).isFalse();
      assertThat(requests(() -> transactions.run(tx -> putTwo(tx.table(plain))))).isEqualTo(3);

      transactionAdmin.enable(plain);
      assertThat(hasEndpoint(admin.getDescriptor(plain))).isTrue();
    }
    try (TransactionManager fresh = TransactionManager.create(connection)) {
      fresh.run(tx -> putTwo(tx.table(plain)));
      assertThat(fresh.counters().rpcsForeground()).isEqualTo(2);
    }
  }

  private static boolean hasEndpoint(TableDescriptor table) {
    return table.hasCoprocessor(ENDPOINT);
  }

  private static void putTwo(Table rows) throws IOException {
    rows.put(Rows.put("a", "new"));
    rows.put(Rows.put("b", "new"));
  }

  /** An action that sends requests. */
  private interface Action {
    void run() throws IOException;
  }

  private void assertRequests(int foreground, int background, Action action) throws IOException {
    long before = transactions.counters().rpcsBackground();
    assertThat(requests(action)).isEqualTo(foreground);
    transactions.drain();
    assertThat(transactions.counters().rpcsBackground() - before).isEqualTo(background);
  }

  /**
   * Writes row a and another one, after a read that prefetches their locks. A pause of more than 20
   * ms makes the prefetched locks too old, and the commit reads the locks itself; if it always
   * does, this fails.
   */
  private void assertSparedALook(String other, int reads, int foreground, int background)
      throws IOException {
    List<Long> commits = new ArrayList<>();
    while (!commits.contains((long) foreground) && commits.size() < COMMITS) {
      try (Transaction tx = transactions.begin()) {
        tx.table(table).put(Rows.put("a", "new"));
        tx.table(table).put(Rows.put(other, "new"));
        assertRequests(
            reads, 0, () -> assertThat(Rows.text(tx.table(table), "c")).isEqualTo("old"));
        long before = transactions.counters().rpcsBackground();
        commits.add(requests(tx::commit));
        transactions.drain();
        assertThat(transactions.counters().rpcsBackground() - before).isEqualTo(background);
      }
    }
    assertThat(commits).contains((long) foreground);
    assertThat(commits).allMatch(count -> count == foreground || count == foreground + 1);
  }

  private long requests(Action action) throws IOException {
    long before = transactions.counters().rpcsForeground();
    action.run();
    return transactions.counters().rpcsForeground() - before;
  }

  private String raw(String row) throws IOException {
    try (Table rows = connection.getTable(table)) {
      return Rows.text(rows, row);
    }
  }
}
