package io.rowlock.it.clients;

import static io.rowlock.it.kit.Rows.bytes;
import static io.rowlock.it.kit.Rows.delete;
import static io.rowlock.it.kit.Rows.get;
import static io.rowlock.it.kit.Rows.number;
import static io.rowlock.it.kit.Rows.put;
import static io.rowlock.it.kit.Rows.text;
import static io.rowlock.it.kit.TestTables.F;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.TransactionManager;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.connection.RowlockConnection;
import io.rowlock.connection.Transactions;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.operations.LockInfo;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.RowlockOperations;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An application that knows only HBase, on a connection that its configuration chooses. */
@Tag("compatibility")
@ExtendWith(HBaseExtension.class)
class RowlockConnectionIT {

  private static final byte[] LOCKS = bytes("_lock");

  private Connection plain;
  private Configuration configuration;
  private Connection connection;
  private TableName name;

  @BeforeEach
  void connect(Connection ofTests, Configuration copy) throws IOException {
    plain = ofTests;
    configuration = copy;
    configuration.set("hbase.client.connection.impl", RowlockConnection.class.getName());
    connection = ConnectionFactory.createConnection(configuration);
    name = TestTables.create(plain, "m");
  }

  @AfterEach
  void disconnect() throws IOException {
    connection.close();
    assertThat(connection.isClosed()).isTrue();
  }

  private Table table() throws IOException {
    return connection.getTable(name);
  }

  /** The cells of one transaction have its commit timestamp. */
  private List<Long> times(String... rows) throws IOException {
    List<Long> times = new ArrayList<>();
    try (Table table = table()) {
      for (String row : rows) {
        Cell cell = table.get(get(row)).getColumnLatestCell(F, Rows.V);
        times.add(cell == null ? 0 : cell.getTimestamp());
      }
    }
    return times;
  }

  private boolean hasLock(TableName table, String row) throws IOException {
    try (Table raw = plain.getTable(table)) {
      return raw.getDescriptor().hasColumnFamily(LOCKS)
          && !raw.get(get(row).addFamily(LOCKS)).isEmpty();
    }
  }

  @Test
  @SuppressWarnings("deprecation") // such code uses what is deprecated
  void callsAreTransactions() throws IOException {
    try (Table table = table()) {
      table.put(put("a", "1"));
      assertThat(text(table, "a")).isEqualTo("1");
      assertThat(hasLock(name, "a")).isTrue();
      table.put(List.of(put("b", "2"), put("y", "2")));
      assertThat(times("b", "y"))
          .doesNotContain(0L)
          .satisfies(t -> assertThat(t.get(0)).isEqualTo(t.get(1)));
      List<Delete> deletes = new ArrayList<>(List.of(delete("b"), delete("y")));
      table.delete(deletes);
      assertThat(deletes).isEmpty();
      assertThat(table.exists(List.of(get("a"), get("b")))).containsExactly(true, false);
      assertThat(
              table
                  .checkAndMutate(bytes("a"), F)
                  .qualifier(Rows.V)
                  .ifEquals(bytes("1"))
                  .thenPut(put("a", "3")))
          .isTrue();
      assertThat(Rows.keys(table, new Scan())).containsExactly("a");
      assertThat(text(table, "a")).isEqualTo("3");
    }
  }

  @Test
  void batchesAreAtomic() throws Exception {
    try (Table table = table()) {
      table.put(put("a", "1"));
      Object[] results = new Object[3];
      table.batch(List.of(put("b", "2"), put("z", "2"), delete("a")), results);
      assertThat(results).doesNotContainNull();
      List<Long> times = times("b", "z", "a");
      assertThat(times.get(0)).isEqualTo(times.get(1)).isPositive();
      assertThat(times.get(2)).isZero();
    }
  }

  @Test
  void mutatorsFlushTransactions() throws IOException {
    try (BufferedMutator mutator = connection.getBufferedMutator(name)) {
      mutator.mutate(List.of(put("a", "1"), put("z", "1")));
      assertThat(times("a", "z")).containsExactly(0L, 0L);
      mutator.flush();
      List<Long> times = times("a", "z");
      assertThat(times.get(0)).isEqualTo(times.get(1)).isPositive();
      mutator.mutate(put("b", "2"));
    }
    assertThat(times("b").get(0)).isPositive();
  }

  @Test
  void failedPartOfAFlushLeavesTheOthers() throws IOException {
    List<Row> reported = new ArrayList<>();
    BufferedMutatorParams params =
        new BufferedMutatorParams(name)
            .listener(
                (failure, mutator) -> {
                  for (int i = 0; i < failure.getNumExceptions(); i++) {
                    reported.add(failure.getRow(i));
                  }
                });
    List<Put> puts = IntStream.range(0, 1500).mapToObj(i -> put("%04d".formatted(i), "1")).toList();
    puts.get(7).addColumn(bytes("nowhere"), Rows.V, bytes("1"));
    try (BufferedMutator mutator = connection.getBufferedMutator(params);
        Table table = table()) {
      mutator.mutate(puts);
      mutator.flush();
      assertThat(reported).hasSize(1000).startsWith(puts.get(0));
      assertThat(Rows.keys(table, new Scan())).hasSize(500).startsWith("1000");
    }
  }

  /** A mutator may be older than its table. */
  @Test
  void mutatorsFollowTheirTable() throws IOException {
    TableDescriptor described = TestTables.describe().build();
    TableName later = described.getTableName();
    try (BufferedMutator mutator = connection.getBufferedMutator(later)) {
      TransactionAdmin.create(plain).createTable(described);
      mutator.mutate(put("a", "1"));
      mutator.flush();
      assertThat(hasLock(later, "a")).isTrue();
    }
  }

  /** What was buffered while the table was plain is older. */
  @Test
  void mutatorsKeepTheOrderWhenTheirTableIsEnabled() throws IOException {
    TableName later = TestTables.createPlain(plain);
    try (BufferedMutator mutator = connection.getBufferedMutator(later);
        Table table = connection.getTable(later)) {
      mutator.mutate(put("a", "old"));
      TransactionAdmin.create(plain).enable(later);
      Transactions.on(connection).run(() -> assertThat(table.exists(get("a"))).isFalse());
      mutator.mutate(put("a", "new"));
      mutator.flush();
      assertThat(text(table, "a")).isEqualTo("new");
      assertThat(hasLock(later, "a")).isTrue();
    }
  }

  @Test
  void mutatorsTakeTheirLimitOfCells() throws IOException {
    configuration.setInt("hbase.client.keyvalue.maxsize", 1_500);
    TableName other = TestTables.createPlain(plain);
    Put large = new Put(bytes("a")).addColumn(F, Rows.V, new byte[2_000]);
    BufferedMutatorParams params = new BufferedMutatorParams(other);
    try (Connection limited = ConnectionFactory.createConnection(configuration);
        BufferedMutator usual = limited.getBufferedMutator(params);
        BufferedMutator larger = limited.getBufferedMutator(params.maxKeyValueSize(5_000));
        Table raw = plain.getTable(other)) {
      assertThatThrownBy(() -> usual.mutate(large)).hasMessageContaining("KeyValue size too large");
      larger.mutate(large);
      larger.flush();
      assertThat(raw.exists(get("a"))).isTrue();
    }
  }

  @Test
  void mutatorsOfPlainTablesFlushWithinTransactions() throws IOException {
    TableName other = TestTables.createPlain(plain);
    try (BufferedMutator mutator = connection.getBufferedMutator(other);
        Table raw = plain.getTable(other)) {
      Transactions.on(connection)
          .run(
              () -> {
                mutator.mutate(put("a", "1"));
                mutator.flush();
                assertThat(text(raw, "a")).isEqualTo("1");
              });
    }
  }

  /** A mutator that cannot flush keeps what it has, and can be closed again. */
  @Test
  void closeThatFailsLosesNothing() throws IOException {
    BufferedMutator mutator = connection.getBufferedMutator(name);
    try (Table table = table()) {
      mutator.mutate(put("a", "1"));
      assertThatThrownBy(() -> Transactions.on(connection).run(mutator::close))
          .isInstanceOf(IOException.class);
      mutator.close();
      assertThat(text(table, "a")).isEqualTo("1");
    }
  }

  @Test
  void interruptedFlushKeepsWhatItDidNotWrite() throws IOException {
    try (BufferedMutator mutator = connection.getBufferedMutator(name);
        Table table = table()) {
      mutator.mutate(List.of(put("a", "1"), put("z", "1")));
      Thread.currentThread().interrupt();
      assertThatThrownBy(mutator::flush).isInstanceOf(InterruptedIOException.class);
      assertThat(Thread.interrupted()).isTrue();
      mutator.flush();
      assertThat(text(table, "a")).isEqualTo("1");
      assertThat(text(table, "z")).isEqualTo("1");
    }
  }

  @Test
  void partsOfAFlushRespectTheLimitOfRows() throws IOException {
    configuration.setInt("rowlock.max.rows", 3);
    try (Connection small = ConnectionFactory.createConnection(configuration);
        BufferedMutator mutator = small.getBufferedMutator(name);
        Table table = table()) {
      mutator.mutate(IntStream.range(0, 7).mapToObj(i -> put("row" + i, "1")).toList());
      mutator.flush();
      assertThat(Rows.keys(table, new Scan())).hasSize(7);
    }
  }

  /** Code that opens another connection from a table's configuration must not bypass the locks. */
  @Test
  void configurationsKeepTheSetting() throws IOException {
    try (Table table = table();
        BufferedMutator mutator = connection.getBufferedMutator(name)) {
      for (Configuration each : List.of(table.getConfiguration(), mutator.getConfiguration())) {
        try (Connection opened = ConnectionFactory.createConnection(each)) {
          assertThat(opened).isInstanceOf(RowlockConnection.class);
        }
      }
    }
  }

  /** The client that was enabling it has died. */
  @Test
  void halfEnabledTablesAreCompleted() throws IOException {
    configuration.setBoolean("rowlock.enable.created.tables", true);
    TableDescriptor half =
        TestTables.describe()
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(LOCKS).setMaxVersions(1).build())
            .build();
    try (Connection enabling = ConnectionFactory.createConnection(configuration);
        Admin admin = plain.getAdmin();
        Table table = enabling.getTable(half.getTableName())) {
      admin.createTable(half);
      table.put(put("a", "1"));
      assertThat(hasLock(half.getTableName(), "a")).isTrue();
    }
  }

  @Test
  void nestedTransactionsOfTwoConnectionsStayWhole() throws IOException {
    try (Connection other = ConnectionFactory.createConnection(configuration)) {
      assertThatThrownBy(
              () ->
                  Transactions.on(connection)
                      .run(
                          () -> {
                            Transactions.on(other).run(() -> legacyTransfer("a", "z"));
                            throw new IllegalStateException("no");
                          }))
          .hasMessage("no");
      assertThat(times("a", "z")).containsExactly(0L, 0L);
    }
  }

  /** Attempts of a transaction share no buffer: nothing is written twice. */
  @Test
  void mutatorsWriteIntoTheTransactionOfTheThread() throws IOException {
    AtomicInteger attempts = new AtomicInteger();
    try (Table table = table();
        BufferedMutator mutator = connection.getBufferedMutator(name)) {
      Transactions.on(connection)
          .run(
              () -> {
                long seen = number(table, "seen");
                mutator.mutate(new Increment(bytes("n")).addColumn(F, Rows.V, 1));
                if (attempts.incrementAndGet() == 1) {
                  try (Table other = plain.getTable(name)) {
                    overtake();
                    assertThat(number(other, "n")).isZero();
                  }
                }
                assertThat(seen).isEqualTo(attempts.get() - 1);
              });
      assertThat(attempts).hasValue(2);
      assertThat(number(table, "n")).isEqualTo(1);
      mutator.mutate(put("before", "1"));
      assertThatThrownBy(() -> Transactions.on(connection).run(mutator::flush))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("1 mutations of table '" + name + "' were buffered before");
      assertThat(table.exists(get("before"))).isFalse();
    }
    assertThat(times("before").get(0)).isPositive();
  }

  private void overtake() throws IOException {
    try (TransactionManager other = TransactionManager.create(plain)) {
      other.run(tx -> tx.table(name).put(put("seen", 1)));
    }
  }

  @Test
  void failedBatchesLeaveNoResult() throws Exception {
    try (Table table = table()) {
      Put refused = new Put(bytes("c")).addColumn(bytes("nowhere"), Rows.V, bytes("3"));
      Object[] results = new Object[2];
      assertThatThrownBy(() -> table.batch(List.of(put("d", "3"), refused), results))
          .isInstanceOf(RetriesExhaustedWithDetailsException.class)
          .cause()
          .hasMessageContaining("there is no family 'nowhere'");
      assertThat(results)
          .allSatisfy(it -> assertThat(it).isInstanceOf(NoSuchColumnFamilyException.class));
      assertThat(table.exists(get("d"))).isFalse();
      table.batch(List.of(put("d", "4")), null);
      assertThat(text(table, "d")).isEqualTo("4");
    }
  }

  @Test
  void otherTablesStayPlain() throws IOException {
    TableName other = TestTables.createPlain(plain);
    try (Table table = connection.getTable(other)) {
      table.put(put("a", "1").addColumn(F, bytes("old"), 5, bytes("x")));
      assertThat(text(table, "a")).isEqualTo("1");
      assertThat(hasLock(other, "a")).isFalse();
      assertThat(table.get(get("a").setTimestamp(5)).isEmpty()).isFalse();
    }
  }

  @Test
  void oneTransactionSpansCallsOfAThread() throws IOException {
    Transactions transactions = Transactions.on(connection);
    transactions.run(
        () -> {
          legacyTransfer("a", "y");
          transactions.run(() -> legacyTransfer("a", "z"));
        });
    List<Long> times = times("a", "y", "z");
    assertThat(times).doesNotContain(0L);
    assertThat(times.stream().distinct()).hasSize(1);
    assertThatThrownBy(
            () ->
                transactions.run(
                    () -> {
                      legacyTransfer("b", "c");
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
    assertThat(times("b", "c")).containsExactly(0L, 0L);
  }

  private void legacyTransfer(String from, String to) throws IOException {
    try (Table table = table()) {
      table.put(put(from, number(table, from) - 1));
      table.put(put(to, number(table, to) + 1));
    }
  }

  @Test
  void noUpdateIsLost() throws Exception {
    long threads = 6;
    int each = 30;
    try (Crew crew = new Crew()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        all.add(crew.start(() -> update(each)));
      }
      for (Future<?> one : all) {
        one.get(3, TimeUnit.MINUTES);
      }
    }
    try (Table table = table()) {
      assertThat(number(table, "counter")).isEqualTo(threads * each);
      assertThat(number(table, "a") + number(table, "z")).isZero();
      assertThat(number(table, "z")).isEqualTo(threads * each);
    }
  }

  private Void update(int times) throws IOException {
    try (Table table = table()) {
      for (int i = 0; i < times; i++) {
        var unused = table.increment(new Increment(bytes("counter")).addColumn(F, Rows.V, 1));
        Transactions.on(connection).run(() -> legacyTransfer("a", "z"));
      }
    }
    return null;
  }

  @Test
  void readsSettleTheLocksOfTheDead() throws Exception {
    try (Table table = table()) {
      table.put(List.of(put("a", "old"), put("z", "old")));
      dieDuringACommit();
      assertThat(Rows.scan(table, new Scan()))
          .extracting(Rows::text)
          .containsAnyOf("old", "new")
          .satisfies(both -> assertThat(both.get(0)).isEqualTo(both.get(1)));
      assertThat(text(table, "a")).isEqualTo(text(table, "z"));
    }
  }

  private void dieDuringACommit() throws Exception {
    DeadClient.leaveLocks(
        plain.getConfiguration(),
        3,
        tx -> {
          tx.table(name).put(put("a", "new"));
          tx.table(name).put(put("z", "new"));
        });
  }

  /** An administrator's program may read the application's configuration. */
  @Test
  void toolsWorkBelowTheConnection() throws Exception {
    try (Table table = table()) {
      table.put(List.of(put("a", "old"), put("z", "old")));
    }
    dieDuringACommit();
    TransactionAdmin admin = TransactionAdmin.create(connection);
    assertThat(admin.verify(name)).isEqualTo(TransactionAdmin.create(plain).verify(name));
    List<LockInfo> found = new ArrayList<>();
    try (LockTools tools = RowlockOperations.create(connection).openLockTools()) {
      tools.list(LockRange.of(name), found::add);
    }
    assertThat(found).hasSize(2);
  }

  @Test
  void createdTablesAreEnabled() throws IOException {
    configuration.setBoolean("rowlock.enable.created.tables", true);
    TableDescriptor described = TestTables.describe().build();
    TableName loaded = TestTables.createPlain(plain);
    try (Table table = plain.getTable(loaded)) {
      table.put(put("a", "1"));
    }
    try (Connection enabling = ConnectionFactory.createConnection(configuration);
        Admin admin = enabling.getAdmin();
        Table table = enabling.getTable(described.getTableName());
        Table old = enabling.getTable(loaded)) {
      admin.createTable(described);
      table.put(put("a", "1"));
      assertThat(hasLock(described.getTableName(), "a")).isTrue();
      old.put(put("b", "1"));
      assertThat(hasLock(loaded, "b")).isFalse();
    }
  }

  @Test
  void plainConnectionsHaveNoTransactions() {
    assertThatThrownBy(() -> Transactions.on(plain))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hbase.client.connection.impl");
  }
}
