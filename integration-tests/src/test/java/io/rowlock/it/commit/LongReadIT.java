package io.rowlock.it.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Regions;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A transaction that reads more rows than it may lock commits beside writers that never rest, some
 * of them in another client; regions move meanwhile.
 */
@ExtendWith(HBaseExtension.class)
class LongReadIT {

  private static final int ACCOUNTS = 3_000;
  private static final long OPENING = 100;
  private static final int WRITERS = 4;
  private static final int RACERS = 24;
  private static final int RACED_FOR = 8;
  private static final int AUDITS = 12;
  private static final long SEED = 22;

  @Test
  void longReadersCommitBesideWriters(Connection connection, EmbeddedHBase hbase) throws Exception {
    TableName table = TestTables.create(connection, "0750", "1500", "2250");
    RowlockOptions few = RowlockOptions.builder().maxRows(500).build();
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicInteger besideWriters = new AtomicInteger();
    try (TransactionManager auditor = TransactionManager.create(connection, few);
        TransactionManager same = TransactionManager.create(connection);
        TransactionManager other = TransactionManager.create(connection);
        Crew crew = new Crew()) {
      open(same, table);
      crew.start(WRITERS, n -> transferUntil(isOver, n % 2 == 0 ? same : other, table, n));
      Regions regions = new Regions(hbase, connection);
      for (int audit = 0; audit < AUDITS; audit++) {
        long before = committed(same, other);
        assertThat(auditor.<Long, IOException>call(tx -> sum(tx.table(table))))
            .as("audit %d, seed %d", audit, SEED)
            .isEqualTo(ACCOUNTS * OPENING);
        besideWriters.addAndGet(committed(same, other) > before ? 1 : 0);
        if (audit % 4 == 3) {
          move(regions, table, audit, hbase);
        }
      }
      isOver.set(true);
      crew.join();
      System.out.printf("LongReadIT: %s%n", auditor.counters());
    }
    assertThat(besideWriters).hasValue(AUDITS);
    Locks.assertAllSettled(connection, table);
  }

  /** They escalate, and hand the locks of these rows over, so that some are nearly always held. */
  @Test
  void longReadersCommitBesideClientsThatRaceForRows(Connection connection) throws Exception {
    TableName table = TestTables.create(connection, "1500");
    RowlockOptions few = RowlockOptions.builder().maxRows(500).build();
    AtomicBoolean isOver = new AtomicBoolean();
    try (TransactionManager auditor = TransactionManager.create(connection, few);
        TransactionManager first = TransactionManager.create(connection);
        TransactionManager second = TransactionManager.create(connection);
        TransactionManager third = TransactionManager.create(connection);
        Crew crew = new Crew()) {
      open(first, table);
      List<TransactionManager> racing = List.of(first, second, third);
      long before = counted(racing);
      crew.start(RACERS, n -> countUntil(isOver, racing.get(n % 3), table, n / 3 % RACED_FOR));
      for (int audit = 0; audit < AUDITS; audit++) {
        long least = counted(racing) - before;
        long sum = auditor.<Long, IOException>call(tx -> sum(tx.table(table)));
        assertThat(sum - ACCOUNTS * OPENING)
            .as("audit %d", audit)
            .isBetween(least, counted(racing) - before + RACERS);
      }
      isOver.set(true);
      crew.join();
      System.out.printf("LongReadIT: %s%n", auditor.counters());
      assertThat(racing).allMatch(one -> one.counters().escalations() > 0);
    }
    Locks.assertAllSettled(connection, table);
  }

  private static long counted(List<TransactionManager> racing) {
    return racing.stream().mapToLong(one -> one.counters().committed()).sum();
  }

  private static void countUntil(
      AtomicBoolean isOver, TransactionManager transactions, TableName table, int row)
      throws IOException {
    while (!isOver.get()) {
      transactions.run(
          tx -> {
            long count = Rows.number(tx.table(table), account(row));
            tx.table(table).put(Rows.put(account(row), count + 1));
          });
    }
  }

  private static void move(Regions regions, TableName table, int audit, EmbeddedHBase hbase)
      throws IOException {
    RegionInfo region = regions.of(table).get(audit % 4);
    boolean unused =
        regions.move(
            region, hbase.utility().getHBaseCluster().getRegionServer(audit % 3).getServerName());
  }

  private static long committed(TransactionManager same, TransactionManager other) {
    return same.counters().committed() + other.counters().committed();
  }

  private static void open(TransactionManager transactions, TableName table) throws IOException {
    transactions.run(
        tx ->
            tx.table(table)
                .put(
                    IntStream.range(0, ACCOUNTS)
                        .mapToObj(n -> Rows.put(account(n), OPENING))
                        .toList()));
  }

  private static String account(int number) {
    return String.format("%04d", number);
  }

  private static void transferUntil(
      AtomicBoolean isOver, TransactionManager transactions, TableName table, int thread)
      throws IOException {
    Random random = new Random(SEED + thread);
    while (!isOver.get()) {
      int from = random.nextInt(ACCOUNTS);
      int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
      transactions.run(
          tx -> {
            long left = Rows.number(tx.table(table), account(from));
            long more = Rows.number(tx.table(table), account(to));
            tx.table(table).put(Rows.put(account(from), left - 1));
            tx.table(table).put(Rows.put(account(to), more + 1));
          });
    }
  }

  private static long sum(Table table) throws IOException {
    long sum = 0;
    try (ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result row : scanner) {
        sum += Rows.number(row);
      }
    }
    return sum;
  }
}
