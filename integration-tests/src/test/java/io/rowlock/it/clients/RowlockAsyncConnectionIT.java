package io.rowlock.it.clients;

import static io.rowlock.it.kit.Rows.bytes;
import static io.rowlock.it.kit.Rows.delete;
import static io.rowlock.it.kit.Rows.get;
import static io.rowlock.it.kit.Rows.put;
import static io.rowlock.it.kit.TestTables.F;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.TransactionManager;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.connection.RowlockAsyncConnection;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An application that knows only HBase's asynchronous client. */
@ExtendWith(HBaseExtension.class)
class RowlockAsyncConnectionIT {

  private static final byte[] LOCKS = bytes("_lock");

  private final ExecutorService pool =
      Executors.newSingleThreadExecutor(task -> new Thread(task, "user-pool"));
  private Connection plain;
  private Configuration configuration;
  private AsyncConnection connection;
  private TableName name;
  private AsyncTable<?> table;

  @BeforeEach
  void connect(Connection ofTests, Configuration copy) throws Exception {
    plain = ofTests;
    configuration = copy;
    configuration.set("hbase.client.async.connection.impl", RowlockAsyncConnection.class.getName());
    connection = open();
    name = TestTables.create(plain, "m");
    table = connection.getTable(name);
  }

  private AsyncConnection open() throws Exception {
    AsyncConnection opened = ConnectionFactory.createAsyncConnection(configuration).get();
    assertThat(opened).isInstanceOf(RowlockAsyncConnection.class);
    return opened;
  }

  @AfterEach
  void disconnect() throws IOException {
    connection.close();
    assertThat(connection.isClosed()).isTrue();
    pool.shutdownNow();
  }

  private static <T> T await(CompletableFuture<T> future) throws Exception {
    return future.get(1, TimeUnit.MINUTES);
  }

  private static void awaitAll(List<? extends CompletableFuture<?>> futures) throws Exception {
    await(CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new)));
  }

  private String text(String row) throws Exception {
    return Rows.text(await(table.get(get(row))));
  }

  /** The cells of one transaction have its commit timestamp. */
  private List<Long> times(String... rows) throws Exception {
    List<Long> times = new ArrayList<>();
    for (String row : rows) {
      Cell cell = await(table.get(get(row))).getColumnLatestCell(F, Rows.V);
      times.add(cell == null ? 0 : cell.getTimestamp());
    }
    return times;
  }

  private boolean hasLock(TableName of, String row) throws IOException {
    try (Table raw = plain.getTable(of)) {
      return raw.getDescriptor().hasColumnFamily(LOCKS)
          && !raw.get(get(row).addFamily(LOCKS)).isEmpty();
    }
  }

  @Test
  void callsAreTransactions() throws Exception {
    await(table.put(put("a", "1")));
    assertThat(text("a")).isEqualTo("1");
    assertThat(hasLock(name, "a")).isTrue();
    await(table.increment(new Increment(bytes("n")).addColumn(F, Rows.V, 2)));
    assertThat(Bytes.toLong(await(table.get(get("n"))).value())).isEqualTo(2);
    CheckAndMutate check =
        CheckAndMutate.newBuilder(bytes("a")).ifEquals(F, Rows.V, bytes("1")).build(put("a", "3"));
    assertThat(await(table.checkAndMutate(check)).isSuccess()).isTrue();
    assertThat(await(table.checkAndMutate(check)).isSuccess()).isFalse();
    await(table.mutateRow(RowMutations.of(List.of(put("z", "9")))));
    assertThat(times("z").get(0)).isPositive();
    await(table.delete(delete("n")));
    assertThat(await(table.exists(get("n")))).isFalse();
    assertThat(await(table.scanAll(new Scan()))).extracting(Rows::text).containsExactly("3", "9");
  }

  @Test
  void listsAreAtomic() throws Exception {
    awaitAll(table.put(List.of(put("a", "1"), put("z", "1"))));
    List<Long> times = times("a", "z");
    assertThat(times.get(0)).isEqualTo(times.get(1)).isPositive();
    assertThat(table.get(List.of(get("a"), get("z"))))
        .extracting(found -> Rows.text(await(found)))
        .containsExactly("1", "1");
    Put wrong = new Put(bytes("z")).addColumn(bytes("nowhere"), Rows.V, bytes("2"));
    for (CompletableFuture<Object> each : table.batch(List.of(put("a", "2"), wrong))) {
      assertThatThrownBy(() -> await(each)).hasCauseInstanceOf(IOException.class);
    }
    assertThat(text("a")).isEqualTo("1");
  }

  /** As HBase: what the caller does with the list after the call counts for the next call only. */
  @Test
  void listsAreCopiedByTheCall() throws Exception {
    List<Put> puts = new ArrayList<>(List.of(put("a", "1")));
    List<CompletableFuture<Void>> all = new ArrayList<>(table.put(puts));
    puts.set(0, put("b", "2"));
    all.addAll(table.put(puts));
    puts.clear();
    awaitAll(all);
    assertThat(text("a")).isEqualTo("1");
    assertThat(text("b")).isEqualTo("2");
  }

  @Test
  void scansAreCopiedByTheCall() throws Exception {
    awaitAll(table.put(List.of(put("a", "1"), put("z", "2"))));
    Scan scan = new Scan();
    try (ResultScanner all = table.getScanner(scan)) {
      CompletableFuture<List<Result>> listed = table.scanAll(scan);
      Collector asked = new Collector(9);
      try (AsyncConnection other = open()) { // it does not know the table yet
        other.getTable(name, pool).scan(scan, asked);
        scan.withStartRow(bytes("b"));
        await(asked.ended);
      }
      assertThat(asked.seen).hasSize(2);
      assertThat(all).extracting(Rows::text).containsExactly("1", "2");
      assertThat(await(listed)).extracting(Rows::text).containsExactly("1", "2");
    }
  }

  /** Code that opens another connection from a table's configuration must not bypass the locks. */
  @Test
  void configurationsKeepTheSetting() throws Exception {
    try (AsyncBufferedMutator mutator = connection.getBufferedMutator(name)) {
      for (Configuration each : List.of(table.getConfiguration(), mutator.getConfiguration())) {
        try (AsyncConnection opened = ConnectionFactory.createAsyncConnection(each).get()) {
          assertThat(opened).isInstanceOf(RowlockAsyncConnection.class);
        }
      }
    }
  }

  /** As with HBase, if the pool has another thread. */
  @Test
  void callbackThatWaitsForLaterMutationsKeepsNothingBack() throws Exception {
    ExecutorService two = Executors.newFixedThreadPool(2);
    try (AsyncBufferedMutator mutator = connection.getBufferedMutator(name, two)) {
      List<CompletableFuture<Void>> first = mutator.mutate(List.of(put("a", "1"), put("b", "1")));
      CompletableFuture<Void> waited =
          first
              .get(0)
              .thenRun(
                  () -> {
                    CompletableFuture<Void> later = mutator.mutate(put("z", "1"));
                    mutator.flush();
                    later.orTimeout(1, TimeUnit.MINUTES).join();
                  });
      mutator.flush();
      await(waited);
      awaitAll(first);
    } finally {
      two.shutdownNow();
    }
  }

  @Test
  void mutatorsFlushByNumber() throws Exception {
    configuration.setInt("hbase.client.write.buffer.maxmutations", 2);
    try (AsyncConnection counting = open();
        AsyncBufferedMutator mutator = counting.getBufferedMutator(name)) {
      CompletableFuture<Void> one = mutator.mutate(put("a", "1"));
      CompletableFuture<Void> two = mutator.mutate(put("b", "1"));
      await(CompletableFuture.allOf(one, two));
    }
  }

  /** As HBase: before anything is sent. */
  @Test
  void putsThatAreInvalidAreRefusedAtOnce() {
    assertThatThrownBy(() -> table.put(new Put(bytes("a"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("No columns to insert");
    Put large = new Put(bytes("a")).addColumn(F, Rows.V, new byte[11_000_000]);
    assertThatThrownBy(() -> table.batch(List.of(large)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("KeyValue size too large");
  }

  @Test
  void otherTablesStayPlain() throws Exception {
    TableName other = TestTables.createPlain(plain);
    AsyncTable<?> untouched = connection.getTable(other);
    await(untouched.put(new Put(bytes("a"), 5).addColumn(F, Rows.V, bytes("1"))));
    awaitAll(untouched.batch(List.of(put("b", "2"), put("c", "3"))));
    assertThat(await(untouched.get(get("a"))).rawCells()[0].getTimestamp()).isEqualTo(5);
    assertThat(await(untouched.scanAll(new Scan()))).hasSize(3);
    assertThatThrownBy(
            () -> await(connection.getTable(TableName.valueOf("none")).put(put("a", "1"))))
        .hasCauseInstanceOf(IOException.class);
  }

  /** The failures of HBase's futures have no wrapper. */
  @Test
  void failuresAreBare() throws Exception {
    Put wrong = new Put(bytes("z")).addColumn(bytes("nowhere"), Rows.V, bytes("2"));
    Throwable failure = await(table.put(wrong).handle((done, thrown) -> thrown));
    assertThat(failure).isInstanceOf(IOException.class);
  }

  @Test
  void scansReadCommittedRows() throws Exception {
    awaitAll(table.put(IntStream.range(0, 9).mapToObj(i -> put("r" + i, "v" + i)).toList()));
    try (ResultScanner rows = table.getScanner(new Scan().setCaching(2))) {
      assertThat(rows).extracting(Rows::text).hasSize(9).startsWith("v0");
    }
    Collector three = new Collector(3);
    connection.getTable(name, pool).scan(new Scan(), three);
    assertThat(await(three.ended)).isTrue();
    assertThat(three.seen).containsExactly("v0 user-pool", "v1 user-pool", "v2 user-pool");
  }

  /** Takes some rows, and notes on which thread. */
  private static final class Collector implements ScanResultConsumer {

    private final int most;
    private final ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

    Collector(int most) {
      this.most = most;
    }

    @Override
    public boolean onNext(Result row) {
      seen.add(Rows.text(row) + " " + Thread.currentThread().getName());
      return seen.size() < most;
    }

    @Override
    public void onError(Throwable error) {
      ended.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      ended.complete(true);
    }
  }

  @Test
  void scansSettleTheLocksOfTheDead() throws Exception {
    awaitAll(table.put(List.of(put("a", "old"), put("z", "old"))));
    DeadClient.leaveLocks(
        plain.getConfiguration(),
        3,
        tx -> {
          tx.table(name).put(put("a", "new"));
          tx.table(name).put(put("z", "new"));
        });
    Collector all = new Collector(9);
    connection.getTable(name, pool).scan(new Scan(), all);
    assertThat(await(all.ended)).isTrue();
    assertThat(all.seen).hasSize(2);
    assertThat(text("a")).isEqualTo(text("z"));
  }

  @Test
  void noUpdateIsLost() throws Exception {
    List<CompletableFuture<Result>> all = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      all.add(table.increment(new Increment(bytes("counter")).addColumn(F, Rows.V, 1)));
    }
    awaitAll(all);
    assertThat(Bytes.toLong(await(table.get(get("counter"))).value())).isEqualTo(200);
    assertThat(all).extracting(each -> Bytes.toLong(each.get().value())).doesNotHaveDuplicates();
  }

  @Test
  void mutatorsFlushTransactionsInOrder() throws Exception {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    CompletableFuture<Void> wrong;
    try (AsyncBufferedMutator mutator = connection.getBufferedMutator(name)) {
      for (int i = 0; i < 20; i++) {
        all.addAll(mutator.mutate(List.of(put("a", "v" + i), put("z", "v" + i))));
        mutator.flush();
      }
      wrong = mutator.mutate(new Put(bytes("b")).addColumn(bytes("nowhere"), Rows.V, bytes("2")));
      mutator.flush();
      all.add(mutator.mutate(put("c", "last")));
      assertThat(all.get(all.size() - 1)).isNotDone();
    }
    awaitAll(all);
    assertThatThrownBy(() -> await(wrong)).hasCauseInstanceOf(IOException.class);
    assertThat(text("a")).isEqualTo(text("z")).isEqualTo("v19");
    assertThat(text("c")).isEqualTo("last");
    assertThat(hasLock(name, "c")).isTrue();
  }

  @Test
  void mutatorsFlushByTimeAndSize() throws Exception {
    AsyncBufferedMutator timed =
        connection
            .getBufferedMutatorBuilder(name)
            .setWriteBufferPeriodicFlush(50, TimeUnit.MILLISECONDS)
            .build();
    await(timed.mutate(put("a", "1")));
    timed.close();
    assertThatThrownBy(() -> await(timed.mutate(put("b", "1")))).hasMessageContaining("closed");
    try (AsyncBufferedMutator small =
        connection.getBufferedMutatorBuilder(name, pool).setWriteBufferSize(1).build()) {
      await(small.mutate(put("c", "1")));
    }
    assertThat(text("c")).isEqualTo("1");
  }

  @Test
  void mutatorsOfPlainTablesArePlain() throws Exception {
    TableName other = TestTables.createPlain(plain);
    try (AsyncBufferedMutator mutator = connection.getBufferedMutator(other)) {
      for (int i = 0; i < 3; i++) {
        CompletableFuture<Void> done = mutator.mutate(put("a", "v" + i));
        mutator.flush();
        await(done);
      }
    }
    assertThat(hasLock(other, "a")).isFalse();
  }

  @Test
  void createdTablesAreEnabled() throws Exception {
    configuration.setBoolean("rowlock.enable.created.tables", true);
    TableDescriptor described = TestTables.describe().build();
    try (AsyncConnection enabling = open();
        Admin admin = plain.getAdmin()) {
      admin.createTable(described);
      await(enabling.getTable(described.getTableName()).put(put("a", "1")));
      assertThat(hasLock(described.getTableName(), "a")).isTrue();
    }
  }

  /** A table may be enabled while the connection uses it. */
  @Test
  void tablesAreRecognizedAtTheirFirstUse() throws Exception {
    TableName later = TestTables.createPlain(plain);
    TransactionAdmin.create(plain).enable(later);
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      all.add(connection.getTable(later).put(put("r" + i, "1")));
    }
    awaitAll(all);
    assertThat(hasLock(later, "r19")).isTrue();
  }

  /** The library's own requests must not be transactions. */
  @Test
  void managersWorkBelowTheConnection() throws Exception {
    try (TransactionManager on = TransactionManager.create(connection);
        Connection blocking = ConnectionFactory.createConnection(configuration);
        TransactionManager beside = TransactionManager.create(blocking)) {
      for (TransactionManager each : List.of(on, beside)) {
        each.run(
            tx -> {
              tx.table(name).put(put("a", "1"));
              tx.table(name).put(put("z", "1"));
            });
        each.drain();
      }
      assertThat(text("a")).isEqualTo("1");
    }
  }

  @Test
  void closedConnectionsRefuseCalls() throws Exception {
    await(table.get(new Get(bytes("a"))));
    connection.close();
    assertThatThrownBy(() -> await(table.put(put("a", "1")))).isNotNull();
  }
}
