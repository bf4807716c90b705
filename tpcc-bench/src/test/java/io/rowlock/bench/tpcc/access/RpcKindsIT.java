package io.rowlock.bench.tpcc.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.ConflictException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.BenchTable;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.bench.tpcc.access.RpcKinds.RpcGate;
import io.rowlock.bench.tpcc.access.RpcKinds.RpcKind;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The requests of transactions whose steps are known. */
class RpcKindsIT {
  private static final BenchTable TABLE = new BenchTable(TableName.valueOf("kinds"));
  private static final byte[] COLUMN = Bytes.toBytes("q");

  private static EmbeddedHBase hbase;
  private static Connection plain;

  private final Gate gate = new Gate();
  private final RpcKinds kinds = new RpcKinds(gate);
  private Connection connection;
  private TransactionManager transactions;

  /** Holds up the answers of one kind. */
  private static final class Gate implements RpcGate {
    private volatile RpcKind held;
    private final CompletableFuture<Void> reached = new CompletableFuture<>();
    private final CompletableFuture<Void> opened = new CompletableFuture<>();

    @Override
    public CompletableFuture<?> afterAnswer(RpcKind kind) {
      if (kind != held) {
        return CompletableFuture.completedFuture(null);
      }
      reached.complete(null);
      return opened;
    }
  }

  /** Rows that begin with a lie in one region, those that begin with b in another one. */
  @BeforeAll
  static void start() throws IOException {
    hbase = EmbeddedHBase.start();
    plain = hbase.connect();
    TABLE.create(plain, Bytes.toBytes("b"));
  }

  @AfterAll
  static void stop() throws IOException {
    plain.close();
    hbase.close();
  }

  @BeforeEach
  void connect() throws IOException {
    connection = ConnectionFactory.createConnection(kinds.counting(hbase.configuration()));
    transactions = TransactionManager.create(connection);
    transactions.run(transaction -> write(transaction, "a1", "a2", "b1", "b2"));
    transactions.drain();
  }

  @AfterEach
  void disconnect() throws IOException {
    transactions.close();
    connection.close();
    kinds.close();
  }

  @Test
  void oneRow() throws IOException {
    assertThat(sentBy(transaction -> readAndWrite(transaction, "a1")))
        .isEqualTo(Map.of(RpcKind.POINT_READ, 1L, RpcKind.REGION_COMMIT, 1L));
  }

  @Test
  void oneRegion() throws IOException {
    assertThat(sentBy(transaction -> readAndWrite(transaction, "a1", "a2")))
        .isEqualTo(Map.of(RpcKind.POINT_READ, 2L, RpcKind.REGION_COMMIT, 1L));
  }

  @Test
  void twoRegions() throws IOException {
    Map<RpcKind, Long> sent = sentBy(transaction -> readAndWrite(transaction, "a1", "b1", "b2"));
    assertThat(sent).containsEntry(RpcKind.POINT_READ, 3L).containsEntry(RpcKind.COMMIT, 1L);
    assertThat(sent.get(RpcKind.PREWRITE)).isBetween(1L, 2L);
    assertThat(sent.get(RpcKind.ROLL_FORWARD)).isBetween(2L, 3L);
    assertThat(sent).hasSize(4);
  }

  @Test
  void rangeIsReadAgain() throws IOException {
    Map<RpcKind, Long> sent =
        sentBy(
            transaction -> {
              try (ResultScanner rows = transaction.table(TABLE.name()).getScanner(new Scan())) {
                assertThat(rows).hasSizeGreaterThanOrEqualTo(4);
              }
              write(transaction, "a3");
            });
    assertThat(sent).containsKeys(RpcKind.RANGE_READ, RpcKind.LOCK_READ);
    assertThat(sent).doesNotContainKeys(RpcKind.POINT_READ, RpcKind.WRITE, RpcKind.RECOVERY);
  }

  @Test
  void rowWithADeletedColumn() throws IOException {
    assertThat(
            sentBy(
                transaction -> {
                  Table table = transaction.table(TABLE.name());
                  assertThat(table.get(new Get(Bytes.toBytes("b1"))).isEmpty()).isFalse();
                  table.delete(
                      new Delete(Bytes.toBytes("b1")).addColumns(BenchTable.FAMILY, COLUMN));
                }))
        .isEqualTo(Map.of(RpcKind.POINT_READ, 1L, RpcKind.REGION_COMMIT, 1L));
  }

  @Test
  void whoLosesRollsBack() throws IOException {
    Map<RpcKind, Long> before = kinds.counts();
    Transaction loser = transactions.begin();
    read(loser, "b2");
    readAndWrite(loser, "a1", "b1");
    transactions.run(transaction -> readAndWrite(transaction, "b2"));
    assertThatExceptionOfType(ConflictException.class).isThrownBy(loser::commit);
    transactions.drain();
    assertThat(since(before)).containsKeys(RpcKind.PREWRITE, RpcKind.RECOVERY);
  }

  @Test
  void withoutRowlock() throws IOException {
    Map<RpcKind, Long> before = kinds.counts();
    try (Table table = connection.getTable(TABLE.name())) {
      table.put(put("z1"));
      table.put(List.of(put("z2"), put("z3")));
      var unused =
          table.checkAndMutate(
              CheckAndMutate.newBuilder(Bytes.toBytes("z1"))
                  .ifEquals(BenchTable.FAMILY, COLUMN, COLUMN)
                  .build(put("z1")));
    }
    assertThat(since(before)).isEqualTo(Map.of(RpcKind.WRITE, 3L));
  }

  @Test
  void gateHoldsUpAnAnswer() throws Exception {
    Map<RpcKind, Long> before = kinds.counts();
    gate.held = RpcKind.PREWRITE;
    Transaction transaction = transactions.begin();
    readAndWrite(transaction, "a1", "b1");
    CompletableFuture<Void> commit = transaction.commitAsync();
    gate.reached.get(20, TimeUnit.SECONDS);
    assertThat(commit).isNotDone();
    assertThat(since(before)).doesNotContainKeys(RpcKind.COMMIT, RpcKind.ROLL_FORWARD);
    gate.opened.complete(null);
    commit.get(20, TimeUnit.SECONDS);
    transactions.drain();
    assertThat(since(before)).containsKeys(RpcKind.COMMIT, RpcKind.ROLL_FORWARD);
  }

  @Test
  void everyRequestIsTimedOnce() throws IOException {
    Map<RpcKind, Long> before = kinds.counts();
    var unused = kinds.takeMicros();
    transactions.run(transaction -> readAndWrite(transaction, "a1", "b1"));
    transactions.drain();
    Map<RpcKind, Long> timed = new EnumMap<>(RpcKind.class);
    for (Map.Entry<RpcKind, Histogram> micros : kinds.takeMicros().entrySet()) {
      timed.put(micros.getKey(), micros.getValue().getTotalCount());
    }
    timed.values().removeIf(count -> count == 0);
    assertThat(timed).isEqualTo(since(before));
  }

  private interface Body {
    void run(Transaction transaction) throws IOException;
  }

  private Map<RpcKind, Long> sentBy(Body body) throws IOException {
    Map<RpcKind, Long> before = kinds.counts();
    transactions.run(body::run);
    transactions.drain();
    return since(before);
  }

  private Map<RpcKind, Long> since(Map<RpcKind, Long> before) {
    Map<RpcKind, Long> sent = kinds.counts();
    before.forEach((kind, count) -> sent.merge(kind, -count, Long::sum));
    sent.values().removeIf(count -> count == 0);
    return sent;
  }

  private static void readAndWrite(Transaction transaction, String... rows) throws IOException {
    for (String row : rows) {
      read(transaction, row);
    }
    write(transaction, rows);
  }

  private static void read(Transaction transaction, String row) throws IOException {
    var unused = transaction.table(TABLE.name()).get(new Get(Bytes.toBytes(row)));
  }

  private static void write(Transaction transaction, String... rows) throws IOException {
    for (String row : rows) {
      transaction.table(TABLE.name()).put(put(row));
    }
  }

  private static Put put(String row) {
    return new Put(Bytes.toBytes(row)).addColumn(BenchTable.FAMILY, COLUMN, COLUMN);
  }
}
