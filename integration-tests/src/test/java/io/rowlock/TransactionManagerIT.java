package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.admin.TransactionAdmin;
import io.rowlock.internal.engine.OwnConnection;
import io.rowlock.it.kit.HBaseExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A manager from creation to close, on a real HBase. */
@Tag("compatibility")
@ExtendWith(HBaseExtension.class)
class TransactionManagerIT {

  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] A = Bytes.toBytes("a");
  private static final AtomicInteger TABLES = new AtomicInteger();

  private final TableName name = TableName.valueOf("manager-it-" + TABLES.incrementAndGet());
  private Connection connection;

  @BeforeEach
  void createTable(Connection connection) throws IOException {
    this.connection = connection;
    TransactionAdmin.create(connection)
        .createTable(
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
                .build(),
            new byte[][] {Bytes.toBytes("b")});
  }

  private static Put put(byte[] row, String value) {
    return new Put(row).addColumn(F, Q, Bytes.toBytes(value));
  }

  private void increment(Transaction transaction) throws IOException {
    Table table = transaction.table(name);
    Result old = table.get(new Get(A));
    long value = old.isEmpty() ? 0 : Long.parseLong(Bytes.toString(old.getValue(F, Q)));
    table.put(put(A, Long.toString(value + 1)));
  }

  @Test
  void countersCountTransactions() throws IOException {
    try (TransactionManager manager = TransactionManager.create(connection)) {
      manager.run(this::increment);
      manager.run(
          tx -> {
            increment(tx);
            tx.table(name).put(put(Bytes.toBytes("b"), "1"));
          });
      try (Transaction stale = manager.begin()) {
        increment(stale);
        manager.run(this::increment);
        assertThatThrownBy(stale::commit).isInstanceOf(ConflictException.class);
      }
      manager.drain();
      TransactionCounters counters = manager.counters();
      assertThat(counters.begun()).isEqualTo(4);
      assertThat(counters.committed()).isEqualTo(3);
      assertThat(counters.conflicts()).isEqualTo(1);
      assertThat(counters.retries()).isZero();
      assertThat(counters.unknownOutcomes()).isZero();
      assertThat(counters.failed()).isZero();
      assertThat(counters.rpcsForeground()).isPositive();
      assertThat(counters.rpcsBackground()).isPositive();
    }
  }

  @Test
  void allContendingTransactionsCommit() throws IOException {
    int contenders = 8;
    try (TransactionManager manager = TransactionManager.create(connection)) {
      List<CompletableFuture<Void>> calls = new CopyOnWriteArrayList<>();
      for (int number = 0; number < contenders; number++) {
        calls.add(
            CompletableFuture.runAsync(
                () -> {
                  try {
                    manager.run(this::increment);
                  } catch (IOException failed) {
                    throw new AssertionError(failed);
                  }
                }));
      }
      CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).join();
      String value =
          manager.call(tx -> Bytes.toString(tx.table(name).get(new Get(A)).getValue(F, Q)));
      assertThat(value).isEqualTo(Integer.toString(contenders));
    }
  }

  @Test
  void asynchronousUserCodeRunsOutsideThreadsOfHBase() throws IOException {
    List<String> threads = new CopyOnWriteArrayList<>();
    try (TransactionManager manager = TransactionManager.create(connection)) {
      manager
          .callAsync(
              tx -> {
                threads.add(Thread.currentThread().getName());
                return tx.asyncTable(name)
                    .get(new Get(A))
                    .thenCompose(
                        found -> {
                          threads.add(Thread.currentThread().getName());
                          return tx.asyncTable(name).put(put(A, "1"));
                        });
              })
          .thenRun(() -> threads.add(Thread.currentThread().getName()))
          .join();
    }
    // A callback on a completed future runs on the thread that adds it: this one.
    String here = Thread.currentThread().getName();
    assertThat(threads)
        .hasSize(3)
        .allMatch(thread -> thread.startsWith("rowlock-callback-") || thread.equals(here));
    assertThat(threads.get(0)).startsWith("rowlock-callback-");
  }

  @Test
  void ownExecutorRunsAsynchronousUserCode() throws IOException {
    AtomicInteger tasks = new AtomicInteger();
    Executor own =
        task -> {
          tasks.incrementAndGet();
          task.run();
        };
    RowlockOptions options = RowlockOptions.builder().executor(own).build();
    try (TransactionManager manager = TransactionManager.create(connection, options)) {
      manager.runAsync(tx -> tx.asyncTable(name).put(put(A, "1"))).join();
      assertThat(tasks).hasPositiveValue();
    }
  }

  @Test
  void errorNamesMissingTable() throws IOException {
    TableName missing = TableName.valueOf("nowhere");
    try (TransactionManager manager = TransactionManager.create(connection)) {
      assertThatThrownBy(() -> manager.run(tx -> tx.table(missing).get(new Get(A))))
          .isExactlyInstanceOf(NotCommittedException.class)
          .hasCauseInstanceOf(TableNotFoundException.class);
      assertThat(manager.counters().failed()).isEqualTo(1);
    }
  }

  @Test
  void closedManagerBeginsNoTransaction() throws IOException {
    TransactionManager manager = TransactionManager.create(connection);
    manager.run(this::increment);
    manager.close();
    manager.close();
    assertThatThrownBy(manager::begin)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> manager.run(this::increment))
        .isInstanceOf(IllegalStateException.class);
    assertThat(manager.callAsync(tx -> CompletableFuture.completedFuture(1)))
        .isCompletedExceptionally();
  }

  @Test
  void managerRefusesWrongClock() throws IOException {
    try (AsyncConnection own = OwnConnection.open(connection.getConfiguration())) {
      assertThat(OwnConnection.checkClock(own, new OffsetClock(Duration.ZERO))).isPresent();
      assertThatThrownBy(
              () -> OwnConnection.checkClock(own, new OffsetClock(Duration.ofMinutes(11))))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("ahead");
      assertThatThrownBy(
              () -> OwnConnection.checkClock(own, new OffsetClock(Duration.ofMinutes(-11))))
          .hasMessageContaining("behind");
    }
  }
}
