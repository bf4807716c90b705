package io.rowlock.shaded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.ConflictException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.connection.RowlockConnection;
import io.rowlock.connection.Transactions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MultiRowMutationService;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsResponse;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * An application of hbase-shaded-client, compiled and run with it, on an HBase in other JVMs. The
 * regions of its table start at the beginning and at m.
 */
@Tag("compatibility")
class ShadedClientIT {

  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] V = Bytes.toBytes("v");

  private final Configuration configuration = HBaseConfiguration.create();
  private final TableName name = TableName.valueOf("shaded" + System.nanoTime());
  private Connection connection;
  private TransactionManager transactions;

  @BeforeEach
  void open() throws IOException {
    connection = ConnectionFactory.createConnection(configuration);
    TransactionAdmin.create(connection)
        .createTable(
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
                .build(),
            new byte[][] {Bytes.toBytes("m")});
    transactions = TransactionManager.create(connection);
    transactions.run(
        tx -> tx.table(name).put(List.of(put("a", "0"), put("b", "0"), put("z", "0"))));
    transactions.drain();
  }

  @AfterEach
  void close() throws IOException {
    transactions.close();
    connection.close();
  }

  @Test
  void classPathHasNoOtherClient() {
    assertThatThrownBy(() -> Class.forName("com.google.protobuf.Message"))
        .isInstanceOf(ClassNotFoundException.class);
    assertThat(jarOf(Connection.class)).contains("hbase-shaded-client");
    assertThat(jarOf(HBaseConfiguration.class)).contains("hbase-shaded-client");
    assertThat(jarOf(TransactionManager.class)).contains("rowlock-core").endsWith(".jar");
  }

  private static String jarOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation().getPath();
  }

  @Test
  void regionCommitsTakeOneRequestEach() throws IOException {
    int commits = 100;
    long requests = 0;
    for (int i = 0; i < commits; i++) {
      try (Transaction tx = transactions.begin()) {
        assertThat(text(tx.table(name), "a")).isEqualTo("" + i);
        assertThat(text(tx.table(name), "b")).isEqualTo("" + i);
        tx.table(name).put(List.of(put("a", "" + (i + 1)), put("b", "" + (i + 1))));
        long before = transactions.counters().rpcsForeground();
        tx.commit();
        requests += transactions.counters().rpcsForeground() - before;
      }
    }
    assertThat((double) requests / commits).as("requests of a commit").isEqualTo(1.00);
    assertThat(time("a")).isEqualTo(time("b"));
  }

  @Test
  void rowsOfSeveralRegionsCommit() throws IOException {
    transactions.run(tx -> tx.table(name).put(List.of(put("a", "1"), put("z", "1"))));
    transactions.drain();
    assertThat(time("a")).isEqualTo(time("z"));
  }

  @Test
  void conflictsAreFound() throws IOException {
    try (Transaction tx = transactions.begin()) {
      tx.table(name).put(put("b", text(tx.table(name), "a")));
      transactions.run(other -> other.table(name).put(put("a", "1")));
      assertThatThrownBy(tx::commit).isInstanceOf(ConflictException.class);
    }
    assertThat(text("b")).isEqualTo("0");
  }

  @Test
  void asynchronousTablesWork() throws Exception {
    transactions
        .runAsync(
            tx -> {
              AsyncTable<?> rows = tx.asyncTable(name);
              return rows.get(get("a"))
                  .thenCompose(a -> rows.putAll(List.of(put("b", text(a)), put("z", "1"))));
            })
        .get(1, TimeUnit.MINUTES);
    transactions.drain();
    assertThat(time("b")).isEqualTo(time("z")).isGreaterThan(time("a"));
  }

  @Test
  void oneSettingMakesAnApplicationTransactional() throws Exception {
    configuration.set("hbase.client.connection.impl", RowlockConnection.class.getName());
    try (Connection routed = ConnectionFactory.createConnection(configuration);
        Table rows = routed.getTable(name);
        BufferedMutator mutator = routed.getBufferedMutator(name)) {
      rows.put(List.of(put("a", "1"), put("z", "1")));
      assertThat(time(rows, "a")).isEqualTo(time(rows, "z"));
      mutator.mutate(List.of(put("b", "2"), put("z", "2")));
      mutator.flush();
      assertThat(time(rows, "b")).isEqualTo(time(rows, "z")).isGreaterThan(time(rows, "a"));
      Transactions.on(routed)
          .run(
              () -> {
                rows.put(put("a", text(rows, "b")));
                var unused = rows.increment(new Increment(row("n")).addColumn(F, V, 1));
              });
      assertThat(time(rows, "a")).isEqualTo(time(rows, "n")).isGreaterThan(time(rows, "b"));
    }
  }

  @Test
  void coprocessorsOfTransactionsAreRefused() throws IOException {
    try (Transaction tx = transactions.begin()) {
      Table rows = tx.table(name);
      assertThatThrownBy(() -> rows.coprocessorService(row("a")))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("past the locks");
      assertThatThrownBy(
              () ->
                  rows.coprocessorService(
                      MultiRowMutationService.class, row("a"), row("b"), service -> 1))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("past the locks");
      assertThatThrownBy(
              () ->
                  tx.asyncTable(name)
                      .coprocessorService(
                          MultiRowMutationService::newStub,
                          (service, controller, done) -> {},
                          row("a")))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("past the locks");
      assertBatchIsRefused(rows);
    }
  }

  /** The library's methods have other protocol buffers, so HBase's own ones answer. */
  private static void assertBatchIsRefused(Table rows) {
    assertThatThrownBy(
            () ->
                rows.batchCoprocessorService(
                    MultiRowMutationService.getDescriptor().findMethodByName("MutateRows"),
                    MutateRowsRequest.getDefaultInstance(),
                    row("a"),
                    row("b"),
                    MutateRowsResponse.getDefaultInstance()))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("Add an implementation!");
  }

  @Test
  void coprocessorsOfTheConnectionAreCalled() throws Throwable {
    configuration.set("hbase.client.connection.impl", RowlockConnection.class.getName());
    try (Connection routed = ConnectionFactory.createConnection(configuration);
        Table rows = routed.getTable(name)) {
      MutateRowsResponse response =
          MultiRowMutationService.newBlockingStub(rows.coprocessorService(row("a")))
              .mutateRows(null, MutateRowsRequest.getDefaultInstance());
      assertThat(response).isNotNull();
      List<MutateRowsResponse> responses = new CopyOnWriteArrayList<>();
      rows.coprocessorService(
          MultiRowMutationService.class,
          row("a"),
          row("z"),
          service -> {
            service.mutateRows(null, MutateRowsRequest.getDefaultInstance(), responses::add);
            return null;
          });
      assertThat(responses).as("one of each region").hasSize(2);
      assertBatchIsRefused(rows);
    }
  }

  private static byte[] row(String row) {
    return Bytes.toBytes(row);
  }

  private static Get get(String row) {
    return new Get(row(row));
  }

  private static Put put(String row, String value) {
    return new Put(row(row)).addColumn(F, V, Bytes.toBytes(value));
  }

  private static String text(Result result) {
    return Bytes.toString(result.getValue(F, V));
  }

  private static String text(Table rows, String row) throws IOException {
    return text(rows.get(get(row)));
  }

  private String text(String row) throws IOException {
    try (Table plain = connection.getTable(name)) {
      return text(plain, row);
    }
  }

  /** The cells of one transaction have its commit timestamp. */
  private static long time(Table rows, String row) throws IOException {
    return rows.get(get(row)).getColumnLatestCell(F, V).getTimestamp();
  }

  private long time(String row) throws IOException {
    try (Table plain = connection.getTable(name)) {
      return time(plain, row);
    }
  }
}
