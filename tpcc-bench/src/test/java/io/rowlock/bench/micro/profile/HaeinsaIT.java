package io.rowlock.bench.micro.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.RetryPolicy;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.bench.kit.LostException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The peer must do what it is measured for: transactions. */
@Tag("verify-all")
class HaeinsaIT {
  private static final int ROWS = 8;
  private static final byte[] COLUMN = ProfileTable.columns(1).get(0);
  private static final ProfileTable TABLE =
      new ProfileTable(TableName.valueOf("haeinsa"), ROWS, 2, 1);

  private static EmbeddedHBase hbase;
  private static Connection connection;

  @BeforeAll
  static void start() throws IOException {
    hbase = EmbeddedHBase.start();
    connection = hbase.connect();
  }

  @AfterAll
  static void stop() throws IOException {
    connection.close();
    hbase.close();
  }

  @BeforeEach
  void fill() throws IOException {
    TABLE.create(
        connection,
        ColumnFamilyDescriptorBuilder.newBuilder(ProfileTable.FAMILY).setMaxVersions(3).build(),
        ColumnFamilyDescriptorBuilder.of(HaeinsaLock.FAMILY));
    TABLE.load(
        connection,
        put -> new Put(put.getRow()).addColumn(ProfileTable.FAMILY, COLUMN, Bytes.toBytes(0L)));
  }

  /** Every transaction adds one to two rows if a third one is what it was: nothing may be lost. */
  @Test
  void noUpdateIsLostAmongManyThreads() throws Exception {
    int threads = 6;
    int transactions = 30;
    Retries retries = new Retries(RetryPolicy.ofDefaults());
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        SplittableRandom random = new SplittableRandom(i);
        running.add(pool.submit(() -> increment(retries, transactions, random)));
      }
      for (Future<?> future : running) {
        future.get();
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(retries.conflicts()).isPositive();
    assertThat(sum()).isEqualTo(2L * threads * transactions);
  }

  @Test
  void transactionThatLosesLeavesNothingBehind() throws IOException {
    try (Table table = connection.getTable(TABLE.name())) {
      HaeinsaTransaction loser = new HaeinsaTransaction(table);
      add(loser, 0);
      add(loser, 1);
      var unused = loser.get(read(2));
      HaeinsaTransaction winner = new HaeinsaTransaction(table);
      add(winner, 2);
      add(winner, 3);
      winner.commit();
      assertThatThrownBy(loser::commit).isInstanceOf(LostException.class);
      HaeinsaTransaction next = new HaeinsaTransaction(table);
      add(next, 0);
      add(next, 1);
      next.commit();
    }
    assertThat(sum()).isEqualTo(4);
  }

  @Test
  void rowUnderALockIsNotRead() throws IOException {
    try (Table table = connection.getTable(TABLE.name())) {
      HaeinsaRow row = new HaeinsaRow(table, ProfileTable.key(5), lock(table, 5));
      row.write(write(5, 9));
      assertThat(row.prewrite(1, List.of())).isTrue();
      assertThatThrownBy(() -> new HaeinsaTransaction(table).get(read(5)))
          .isInstanceOf(LostException.class);
    }
  }

  private static void increment(Retries retries, int transactions, SplittableRandom random) {
    try (Table table = connection.getTable(TABLE.name())) {
      for (int i = 0; i < transactions; i++) {
        int first = random.nextInt(ROWS);
        int second = (first + 1 + random.nextInt(ROWS - 1)) % ROWS;
        retries.run(
            () -> {
              HaeinsaTransaction transaction = new HaeinsaTransaction(table);
              add(transaction, first);
              add(transaction, second);
              var unused = transaction.get(read((first + second) % ROWS));
              transaction.commit();
            });
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void add(HaeinsaTransaction transaction, int row) throws IOException {
    transaction.put(write(row, value(transaction.get(read(row))) + 1));
  }

  private static long sum() throws IOException {
    long sum = 0;
    try (Table table = connection.getTable(TABLE.name())) {
      for (int row = 0; row < ROWS; row++) {
        sum += value(table.get(read(row)));
        assertThat(lock(table, row).isStable()).isTrue();
      }
    }
    return sum;
  }

  private static HaeinsaLock lock(Table table, int row) throws IOException {
    return HaeinsaLock.in(table.get(HaeinsaLock.addTo(new Get(ProfileTable.key(row)))));
  }

  private static long value(Result result) {
    return Bytes.toLong(result.getValue(ProfileTable.FAMILY, COLUMN));
  }

  private static Get read(int row) {
    return new Get(ProfileTable.key(row)).addColumn(ProfileTable.FAMILY, COLUMN);
  }

  private static Put write(int row, long value) {
    return new Put(ProfileTable.key(row))
        .addColumn(ProfileTable.FAMILY, COLUMN, Bytes.toBytes(value));
  }
}
