package io.rowlock.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.OffsetClock;
import io.rowlock.RowlockOptions;
import io.rowlock.TestManagers;
import io.rowlock.TransactionManager;
import io.rowlock.internal.protocol.lock.DecodedLock;
import io.rowlock.internal.protocol.lock.HostileLocks;
import io.rowlock.internal.protocol.lock.HostileLocks.Hostile;
import io.rowlock.internal.protocol.lock.HostileLocks.Kind;
import io.rowlock.internal.protocol.lock.HostileLocks.Places;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.it.kit.Bank;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clients with wrong clocks, and the locks of many dead clients. */
@ExtendWith(HBaseExtension.class)
class ClientTroubleIT {

  private static final long SEED = 20_241_121;
  private static final int CLIENTS = 4;
  private static final int TRANSFERS = 60;
  private static final int DEAD_LOCKS = 700;

  private final Connection connection;

  ClientTroubleIT(Connection connection) {
    this.connection = connection;
  }

  /** Clocks jump hours ahead and back during transactions. */
  @Test
  void jumpingClocksKeepSumAndVersions() throws Exception {
    List<OffsetClock> clocks = new ArrayList<>();
    List<TransactionManager> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clocks.add(new OffsetClock());
      clients.add(TestManagers.withClock(connection, clocks.get(i)));
    }
    Bank bank = Bank.open(connection, clients.get(0));
    CountDownLatch writing = new CountDownLatch(CLIENTS);
    AtomicInteger jumps = new AtomicInteger();
    try (Crew crew = new Crew()) {
      crew.start(
          CLIENTS,
          thread -> {
            Random random = new Random(SEED + thread);
            for (int i = 0; i < TRANSFERS; i++) {
              clients
                  .get(thread)
                  .run(
                      tx -> {
                        jump(clocks.get(thread), random, jumps);
                        bank.transfer(tx, random);
                        jump(clocks.get(thread), random, jumps);
                      });
            }
            writing.countDown();
          });
      Future<Integer> looks = crew.start(() -> watchLocksGrow(bank, writing));
      crew.join();
      System.out.printf(
          "%s: %d transfers, %d jumps of clocks, %d reads of all locks, seed %d%n",
          getClass().getSimpleName(), CLIENTS * TRANSFERS, jumps.get(), looks.get(), SEED);
    }
    for (TransactionManager client : clients) {
      client.drain();
      assertThat(client.counters().unknownOutcomes()).isZero();
      client.close();
    }
    assertThat(bank.rawTotal()).isEqualTo(Bank.GROUPS * Bank.SUM_OF_GROUP);
    assertThat(jumps.get()).isGreaterThan(100);
    Locks.assertAllSettled(connection, bank.tables());
  }

  private static void jump(OffsetClock clock, Random random, AtomicInteger jumps) {
    if (random.nextInt(3) == 0) {
      clock.setOffset(Duration.ofMinutes(random.nextInt(-600, 600)));
      jumps.incrementAndGet();
    }
  }

  /** Lock times and versions of each row never decrease, as raw readers see them. */
  private int watchLocksGrow(Bank bank, CountDownLatch writing) throws IOException {
    Map<String, Cell> seen = new HashMap<>();
    int looks = 0;
    while (writing.getCount() > 0 || looks == 0) {
      for (TableName name : bank.tables()) {
        try (Table raw = connection.getTable(name)) {
          for (Result row : Rows.scan(raw, new Scan().addFamily(LockColumn.family()))) {
            Cell now = row.rawCells()[0];
            Cell before = seen.put(name + "/" + row, now);
            assertThat(before == null || now.getTimestamp() >= before.getTimestamp()).isTrue();
            assertThat(before == null || version(name, now) >= version(name, before)).isTrue();
          }
        }
      }
      looks++;
    }
    return looks;
  }

  private static long version(TableName table, Cell lock) {
    return DecodedLock.of(table, CellUtil.cloneRow(lock), CellUtil.cloneValue(lock)).version();
  }

  /**
   * Each lock belongs to another dead client; they fill several pages of a scan, in several
   * regions.
   */
  @Test
  void scanSettlesManyLocksInOneLease() throws Exception {
    TableName table = TestTables.create(connection, "000000400", "000001000");
    try (TransactionManager client = TransactionManager.create(connection)) {
      client.run(tx -> tx.table(table).put(Rows.put("first", "old")));
      client.drain();
      plant(table);
      long start = System.nanoTime();

      List<String> found = client.call(tx -> Rows.keys(tx.table(table), new Scan()));

      Duration took = Duration.ofNanos(System.nanoTime() - start);
      System.out.printf(
          "%s: %d locks of dead clients settled by one scan in %d ms, %d retries%n",
          getClass().getSimpleName(), DEAD_LOCKS, took.toMillis(), client.counters().retries());
      assertThat(found).containsExactly("first");
      assertThat(took).isLessThan(RowlockOptions.ofDefaults().lease().plusSeconds(8));
      client.drain();
      Locks.assertAllSettled(connection, table);
    }
  }

  private void plant(TableName table) throws IOException {
    AtomicInteger rows = new AtomicInteger();
    StoredRow first = new StoredRow(new RowKey(table, Rows.bytes("first")), List.of(), null);
    HostileLocks locks =
        new HostileLocks(
            new SplittableRandom(SEED),
            new Places(table, table, table, table, List.of(first)),
            System.currentTimeMillis(),
            () -> Rows.bytes("%09d".formatted(rows.incrementAndGet())));
    List<Put> puts = new ArrayList<>();
    while (puts.size() < DEAD_LOCKS) {
      Kind kind = puts.size() % 2 == 0 ? Kind.PRIMARY_ABSENT : Kind.ABANDONED_PRIMARY;
      Hostile lock = locks.next(kind).get(0);
      puts.add(
          new Put(lock.row().row())
              .addColumn(LockColumn.family(), LockColumn.qualifier(), lock.time(), lock.bytes()));
    }
    try (Table raw = connection.getTable(table)) {
      raw.put(puts);
    }
  }
}
