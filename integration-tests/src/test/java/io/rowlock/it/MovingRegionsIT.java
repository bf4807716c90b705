package io.rowlock.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.TransactionManager;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.HBaseIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Money moves between accounts while their regions move between servers and split. Every transfer
 * also writes a row of its own into a journal, which shows what has really become of it.
 */
@ExtendWith(HBaseExtension.class)
class MovingRegionsIT {

  private static final int WRITERS = 8;
  private static final int MOVES = 12;
  private static final List<String> SPLITS = List.of("02", "05", "08");
  private static final long SEED = 4711;

  private final Connection connection;
  private final Set<String> committed = ConcurrentHashMap.newKeySet();
  private final Set<String> notCommitted = ConcurrentHashMap.newKeySet();
  private final Set<String> unknown = ConcurrentHashMap.newKeySet();

  MovingRegionsIT(Connection connection) {
    this.connection = connection;
  }

  @Test
  void nothingIsLostAndEveryOutcomeIsTrue() throws Exception {
    TableName journal = TestTables.create(connection, "3", "6");
    try (TransactionManager transactions = TransactionManager.create(connection);
        Crew crew = new Crew()) {
      Bank bank = Bank.open(connection, transactions);
      CountDownLatch moving = new CountDownLatch(1);
      crew.start(WRITERS, thread -> transferUntil(moving, transactions, bank, journal, thread));
      Future<Integer> moves =
          crew.start(
              () -> {
                try {
                  return moveRegions(bank.tables());
                } finally {
                  moving.countDown();
                }
              });
      crew.join();
      transactions.drain();

      System.out.printf(
          "%s: %d moves, %d splits, %d commits, %d conflicts, %d failed, %d unknown, seed %d%n",
          getClass().getSimpleName(),
          moves.get(),
          SPLITS.size(),
          committed.size(),
          transactions.counters().conflicts(),
          notCommitted.size(),
          unknown.size(),
          SEED);
      assertThat(bank.rawTotal()).isEqualTo(Bank.GROUPS * Bank.SUM_OF_GROUP);
      for (int i = 0; i < Bank.GROUPS; i++) {
        int group = i;
        assertThat(
                transactions.<Long, IOException>call(tx -> bank.sum(tx, group, Bank.Reading.SCAN)))
            .isEqualTo(Bank.SUM_OF_GROUP);
      }
      Set<String> written = new HashSet<>(rawKeys(journal));
      assertThat(written).as("journal").containsAll(committed);
      assertThat(written).as("journal").noneMatch(notCommitted::contains);
      written.removeAll(committed);
      assertThat(unknown).as("unknown outcomes").containsAll(written);
      assertThat(moves.get()).as("moves").isGreaterThan(MOVES / 2);
      assertThat(committed).as("commits").hasSizeGreaterThan(WRITERS * 10);
      Locks.assertAllSettled(connection, bank.tables());
      Locks.assertAllSettled(connection, journal);
    }
  }

  private void transferUntil(
      CountDownLatch end,
      TransactionManager transactions,
      Bank bank,
      TableName journal,
      int thread) {
    Random random = new Random(SEED + thread);
    for (int i = 0; end.getCount() > 0; i++) {
      String entry = String.format("%d-%d-%05d", i % 10, thread, i);
      try {
        transactions.run(
            tx -> {
              bank.transfer(tx, random);
              tx.table(journal).put(Rows.put(entry, tx.id()));
            });
        committed.add(entry);
      } catch (CommitOutcomeUnknownException nobodyKnows) {
        unknown.add(entry);
      } catch (IOException surelyNot) {
        notCommitted.add(entry);
      }
    }
  }

  /** Moves regions one after the other, and splits some. */
  private int moveRegions(TableName[] tables) throws Exception {
    Random random = new Random(SEED);
    int moves = 0;
    try (Admin admin = connection.getAdmin()) {
      List<ServerName> servers = List.copyOf(admin.getRegionServers());
      for (int i = 0; i < MOVES; i++) {
        List<RegionInfo> regions = admin.getRegions(tables[i % tables.length]);
        RegionInfo region = regions.get(random.nextInt(regions.size()));
        ServerName target = servers.get(random.nextInt(servers.size()));
        moves += move(admin, region, target);
        if (i % 4 == 1) {
          split(admin, tables[0], SPLITS.get(i / 4));
        }
      }
    }
    return moves;
  }

  /** Tells whether it was moved: a region that is being opened after a split will not be. */
  private static int move(Admin admin, RegionInfo region, ServerName target) throws IOException {
    try {
      admin.move(region.getEncodedNameAsBytes(), target);
      return 1;
    } catch (HBaseIOException inTransition) {
      return 0;
    }
  }

  private void split(Admin admin, TableName table, String key) throws Exception {
    int before = admin.getRegions(table).size();
    admin.split(table, Rows.bytes(key));
    Await.until(
        "split at " + key,
        Duration.ofSeconds(60),
        () -> admin.getRegions(table).size() == before + 1);
  }

  private List<String> rawKeys(TableName table) throws IOException {
    try (Table raw = connection.getTable(table)) {
      return Rows.scan(raw, new Scan().addFamily(TestTables.F)).stream()
          .map(row -> Bytes.toString(row.getRow()))
          .toList();
    }
  }
}
