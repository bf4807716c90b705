package io.rowlock.it.clients;

import static io.rowlock.it.kit.TestTables.F;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rowlock.CorruptLockException;
import io.rowlock.NotCommittedException;
import io.rowlock.RowlockOptions;
import io.rowlock.Transaction;
import io.rowlock.TransactionEndedException;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each senseless call fails soon, with a message that names the table, the row or the setting and
 * the remedy, and writes nothing.
 */
@Tag("compatibility")
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class BadInputIT {

  private static final Duration SOON = Duration.ofSeconds(5);
  private static final byte[] ROW = Rows.bytes("row");
  private static final byte[] H = Rows.bytes("h");
  private static final byte[] LOCK = Rows.bytes("_lock");

  private final Connection connection;
  private final TransactionManager transactions;
  private final TableName name;

  BadInputIT(Connection connection) throws IOException {
    this.connection = connection;
    transactions = TransactionManager.create(connection);
    name = TestTables.create(connection, "n");
    transactions.run(
        tx -> tx.table(name).put(List.of(Rows.put("row", "old"), Rows.put("z", "old"))));
    transactions.drain();
  }

  @AfterAll
  void close() {
    transactions.close();
  }

  /** Calls on a table, by name. */
  private interface Use {
    void of(Table table) throws Exception;
  }

  private static Arguments refused(Use use, String... said) {
    return Arguments.of(String.join(", ", said), use, said);
  }

  static Stream<Arguments> refusals() {
    byte[] huge = new byte[11 * 1024 * 1024];
    return Stream.of(
        refused(t -> t.put(new Put(ROW).addColumn(F, Rows.V, 5, ROW)), "row 'row'", "timestamp 5"),
        refused(t -> t.delete(new Delete(ROW, 5)), "row 'row'", "timestamp 5"),
        refused(
            t -> t.delete(new Delete(ROW).addFamilyVersion(F, Long.MAX_VALUE)),
            "row 'row'",
            "addFamilyVersion"),
        refused(t -> t.get(get().setTimeRange(1, 2)), "row 'row'", "setTimeRange"),
        refused(t -> t.get(get().setConsistency(Consistency.TIMELINE)), "row 'row'", "TIMELINE"),
        refused(t -> t.get(get().setReplicaId(1)), "row 'row'", "setReplicaId"),
        refused(
            t -> t.get(get().setIsolationLevel(IsolationLevel.READ_UNCOMMITTED)),
            "row 'row'",
            "READ_UNCOMMITTED"),
        refused(t -> scan(t, new Scan().readVersions(0)), "0 versions"),
        refused(t -> scan(t, new Scan().setRaw(true)), "setRaw", "plain HBase table"),
        refused(t -> t.put(new Put(ROW).addColumn(F, Rows.V, huge)), "row 'row'", "11534336 bytes"),
        refused(t -> t.put(new Put(ROW)), "row 'row'", "no columns"),
        refused(t -> t.append(new Append(ROW)), "row 'row'", "no columns"),
        refused(t -> t.increment(new Increment(ROW)), "row 'row'", "no columns"),
        refused(t -> t.put(new Put(ROW).addColumn(LOCK, ROW, ROW)), "row 'row'", "'_lock'"),
        refused(t -> t.delete(new Delete(ROW).addFamily(LOCK)), "row 'row'", "'_lock'"),
        refused(t -> t.get(get().addFamily(LOCK)), "row 'row'", "'_lock'"),
        refused(t -> scan(t, new Scan().addFamily(LOCK)), "'_lock'"),
        refused(t -> t.put(Rows.put("row", "new").setTTL(1)), "row 'row'", "setTTL"),
        refused(
            t -> t.put(Rows.put("row", "new").setACL("x", new Permission(Permission.Action.READ))),
            "row 'row'",
            "setACL"),
        refused(
            t -> t.put(Rows.put("row", "new").setCellVisibility(new CellVisibility("x"))),
            "row 'row'",
            "setCellVisibility"),
        refused(
            t -> t.put(Rows.put("row", "new").setDurability(Durability.FSYNC_WAL)),
            "row 'row'",
            "FSYNC_WAL"),
        refused(
            t ->
                t.checkAndMutate(
                    CheckAndMutate.newBuilder(ROW)
                        .ifMatches(LOCK, ROW, CompareOperator.EQUAL, ROW)
                        .build(Rows.put("row", "new"))),
            "row 'row'",
            "'_lock'"),
        refused(t -> t.put(new Put(ROW).addColumn(H, ROW, ROW)), "row 'row'", "'h'", "'f', 'g'"),
        refused(t -> t.delete(new Delete(ROW).addFamily(H)), "row 'row'", "'h'", "'f', 'g'"),
        refused(t -> t.get(get().addFamily(H)), "'h'", "'f', 'g'", "add it"),
        refused(t -> scan(t, new Scan().addFamily(H)), "'h'", "'f', 'g'", "add it"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  void senselessCallsFail(String what, Use use, String[] said) throws Exception {
    NotCommittedException refused = refusal(name, use);
    assertThat(refused).hasMessageContaining("table '" + name + "'").hasMessageContainingAll(said);
  }

  private static Get get() {
    return new Get(ROW);
  }

  private static void scan(Table table, Scan scan) throws IOException {
    List<Result> unused = Rows.scan(table, scan);
  }

  /** HBase's own classes refuse these. */
  @Test
  void emptyAndTooLongRowKeysFail() {
    for (byte[] row : List.of(new byte[0], new byte[Short.MAX_VALUE + 1])) {
      assertThat(catchThrowable(() -> transactions.run(tx -> tx.table(name).put(new Put(row)))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Row");
    }
    assertUntouched();
  }

  @Test
  void tooManyRowsFail() throws Exception {
    RowlockOptions options = RowlockOptions.builder().maxRows(5).build();
    try (TransactionManager narrow = TransactionManager.create(connection, options)) {
      NotCommittedException refused =
          failure(NotCommittedException.class, () -> narrow.run(tx -> putRows(tx, 6)));
      assertThat(refused).hasMessageContaining("5 rows at most").hasMessageContaining("maxRows");
    }
    assertUntouched();
  }

  /** Each row is small, but the primary's lock has no room for all of their keys. */
  @Test
  void tooLargeTransactionFails() throws Exception {
    RowlockOptions options = RowlockOptions.builder().maxCellBytes(10_000).build();
    try (TransactionManager narrow = TransactionManager.create(connection, options)) {
      narrow.run(tx -> putRows(tx, 50));
      TestTables.clear(narrow, name);
      NotCommittedException refused =
          failure(NotCommittedException.class, () -> narrow.run(tx -> putRows(tx, 400)));
      assertThat(refused)
          .hasMessageContaining("400 rows")
          .hasMessageContaining("the limit is 10000")
          .hasMessageContaining("hbase.client.keyvalue.maxsize");
    }
    transactions.run(
        tx -> tx.table(name).put(List.of(Rows.put("row", "old"), Rows.put("z", "old"))));
    assertUntouched();
  }

  private void putRows(Transaction tx, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      tx.table(name).put(Rows.put("many-" + i, "new"));
    }
  }

  @Test
  void unknownTableFails() throws Exception {
    TableName nowhere = TableName.valueOf("nowhere");
    List<Use> uses = List.of(t -> t.get(get()), t -> scan(t, new Scan()), BadInputIT::putNew);
    for (Use use : uses) {
      assertThat(refusal(nowhere, use))
          .hasMessageContaining("nowhere")
          .hasMessageContaining("check its name");
    }
  }

  private static void putNew(Table table) throws IOException {
    table.put(Rows.put("row", "new"));
  }

  @Test
  void missingLockFamilyFails() throws Exception {
    TableDescriptor descriptor = TestTables.describe().build();
    TableName plain = descriptor.getTableName();
    try (Admin admin = connection.getAdmin();
        Table raw = connection.getTable(plain)) {
      admin.createTable(descriptor);
      raw.put(Rows.put("row", "old"));
      List<Use> uses =
          List.of(
              t -> t.get(Rows.get("row")),
              t -> t.get(Rows.get("none")),
              t -> t.get(Rows.get("row").addFamily(F)),
              t -> scan(t, new Scan()),
              t -> scan(t, new Scan().addFamily(F)),
              BadInputIT::putNew);
      for (Use use : uses) {
        assertThat(refusal(plain, use))
            .hasMessageContaining("Table '" + plain + "' has no locks")
            .hasMessageContaining("TransactionAdmin.enable");
      }
      assertThat(Rows.text(raw, "row")).isEqualTo("old");
    }
  }

  @Test
  void transactionWritesNewFamily() throws Exception {
    TableName table = TestTables.create(connection);
    Use use = t -> t.put(new Put(ROW).addColumn(H, ROW, ROW));
    assertThat(refusal(table, use)).hasMessageContaining("'h'");
    try (Admin admin = connection.getAdmin()) {
      admin.addColumnFamily(table, ColumnFamilyDescriptorBuilder.of(H));
    }
    transactions.run(tx -> tx.table(table).put(new Put(ROW).addColumn(H, ROW, ROW)));
    transactions.run(
        tx -> assertThat(tx.table(table).get(new Get(ROW)).getValue(H, ROW)).isEqualTo(ROW));
  }

  @Test
  void disabledTableFails() throws Exception {
    TableName table = TestTables.create(connection, "n");
    transactions.run(
        tx -> tx.table(table).put(List.of(Rows.put("a", "old"), Rows.put("z", "old"))));
    transactions.drain();
    try (Admin admin = connection.getAdmin();
        Transaction one = transactions.begin();
        Transaction several = transactions.begin()) {
      String unused = Rows.text(one.table(table), "a");
      one.table(table).put(Rows.put("a", "new"));
      String unusedToo =
          Rows.text(several.table(table), "a") + Rows.text(several.table(table), "z");
      several.table(table).put(List.of(Rows.put("a", "new"), Rows.put("z", "new")));
      admin.disableTable(table);
      assertDisabled(table, failure(NotCommittedException.class, one::commit));
      assertDisabled(table, failure(NotCommittedException.class, several::commit));
      List<Use> uses = List.of(t -> t.get(get()), t -> scan(t, new Scan()), BadInputIT::putNew);
      for (Use use : uses) {
        assertDisabled(table, refusal(table, use));
      }
      admin.enableTable(table);
    }
    transactions.run(
        tx ->
            assertThat(Rows.scan(tx.table(table), new Scan()))
                .extracting(Rows::text)
                .containsExactly("old", "old"));
    Locks.assertAllSettled(connection, table);
  }

  private static void assertDisabled(TableName table, NotCommittedException failure) {
    assertThat(failure)
        .hasMessageContaining(table.getNameAsString())
        .hasMessageContaining("The table is disabled: enable it");
  }

  /** A port without a listener, and a ZooKeeper without an HBase under that node. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void wrongQuorumFails(boolean reachable) {
    Configuration wrong = new Configuration(connection.getConfiguration());
    if (reachable) {
      wrong.set(HConstants.ZOOKEEPER_ZNODE_PARENT, "/no-hbase-here");
    } else {
      wrong.set(HConstants.ZOOKEEPER_CLIENT_PORT, "1");
    }
    long start = System.nanoTime();
    Throwable failure = catchThrowable(() -> TransactionManager.create(withConfiguration(wrong)));
    assertThat(failure)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("check hbase.zookeeper.quorum")
        .hasMessageContaining(reachable ? "/no-hbase-here" : "client port 1");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
  }

  /**
   * HBase itself takes minutes to create such a connection; the manager needs only its settings.
   */
  private static Connection withConfiguration(Configuration configuration) {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> configuration);
  }

  @Test
  void callsAfterEndFail() throws Exception {
    Transaction committed = transactions.begin();
    putNew(committed.table(TestTables.create(connection)));
    committed.commit();
    Transaction rolledBack = transactions.begin();
    rolledBack.rollback();
    assertEnded(committed, "it is committed");
    assertEnded(rolledBack, "it is rolled back");
    assertUntouched();
  }

  private void assertEnded(Transaction tx, String state) {
    Table table = tx.table(name);
    List<Use> uses =
        List.of(t -> t.get(get()), t -> scan(t, new Scan()), BadInputIT::putNew, t -> tx.commit());
    for (Use use : uses) {
      assertThat(failure(TransactionEndedException.class, () -> use.of(table)))
          .hasMessageContaining(tx.id())
          .hasMessageContaining(state);
    }
  }

  @Test
  void corruptLockFails() throws Exception {
    TableName table = TestTables.create(connection);
    transactions.run(
        tx -> tx.table(table).put(List.of(Rows.put("a", "old"), Rows.put("c", "old"))));
    try (Table raw = connection.getTable(table)) {
      raw.put(new Put(Rows.bytes("b")).addColumn(LOCK, Rows.bytes("l"), Rows.bytes("garbage")));
    }
    List<Use> uses =
        List.of(
            t -> t.get(Rows.get("b")),
            t -> scan(t, new Scan()),
            t -> t.increment(new Increment(Rows.bytes("b")).addColumn(F, Rows.V, 1)));
    for (Use use : uses) {
      assertCorrupt(
          failure(
              CorruptLockException.class, () -> transactions.run(tx -> use.of(tx.table(table)))));
    }
    assertCorrupt(
        failure(
            CorruptLockException.class,
            () -> transactions.run(tx -> tx.table(table).delete(Rows.delete("b")))));
    transactions.run(
        tx -> {
          assertThat(Rows.keys(tx.table(table), Rows.range("a", "b"))).containsExactly("a");
          tx.table(table).put(List.of(Rows.put("a", "new"), Rows.put("c", "new")));
        });
  }

  private static void assertCorrupt(CorruptLockException corrupt) {
    assertThat(corrupt)
        .hasMessageContaining("row 'b' of table '" + corrupt.table().orElseThrow() + "'")
        .hasMessageContaining("7 bytes, 0x67617262616765")
        .hasMessageContaining("io.rowlock.tools.Rowlock discard");
    assertThat(corrupt.row().orElseThrow()).isEqualTo(Rows.bytes("b"));
  }

  private NotCommittedException refusal(TableName table, Use use) {
    NotCommittedException refused =
        failure(
            NotCommittedException.class,
            () ->
                transactions.<Exception>run(
                    tx -> {
                      if (table.equals(name)) {
                        tx.table(name).put(Rows.put("z", "must not be written"));
                      }
                      use.of(tx.table(table));
                    }));
    assertUntouched();
    return refused;
  }

  /** Returns the failure, which must come soon. */
  private static <T extends Throwable> T failure(Class<T> type, ThrowingCall call) {
    long start = System.nanoTime();
    T failure = catchThrowableOfType(type, call::run);
    assertThat(failure).as("failure").isNotNull();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).as("%s", failure).isLessThan(SOON);
    return failure;
  }

  private interface ThrowingCall {
    void run() throws Throwable;
  }

  private void assertUntouched() {
    try (Table raw = connection.getTable(name)) {
      assertThat(Rows.scan(raw, new Scan().addFamily(F)))
          .extracting(row -> Bytes.toString(row.getRow()) + " " + Rows.text(row))
          .containsExactly("row old", "z old");
      Locks.assertAllSettled(connection, name);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
