package io.rowlock.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.RowlockOptions;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.FaultyClient;
import io.rowlock.it.kit.FaultyClient.Outcome;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.Fault;
import io.rowlock.it.kit.faults.WireCall.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Clients that compete for a few rows, and stop or are killed. Each transaction moves a unit from
 * one account to another one, so the sum shows half-done transfers.
 */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
@Tag("verify-all")
class RandomKillsIT {

  private static final Duration LEASE = Duration.ofMillis(500);
  private static final int CLIENTS = 8;
  private static final int KILLS = 200;
  private static final int TRANSFERS = 100;
  private static final int ACCOUNTS = 40;

  /**
   * A pause of the machine delays one of the 25 rounds; a fault of the library delays most of them.
   */
  private static final int MOST_LATE = 5;

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long SEED = 20261121;

  /** The largest number of requests before a client is killed: some transactions. */
  private static final int LONGEST_LIFE = 25;

  private final Connection connection;
  private final TableName table;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Future<?>> burials = new ArrayList<>();
  private final AtomicLong seeds = new AtomicLong(SEED);
  private final Map<Outcome, AtomicInteger> outcomes = Collections.synchronizedMap(new TreeMap<>());

  RandomKillsIT(Connection connection) throws IOException {
    this.connection = connection;
    table = TestTables.create(connection, row(10), row(20), row(30));
    try (TransactionManager transactions = manager()) {
      transactions.run(
          tx -> {
            for (int account = 0; account < ACCOUNTS; account++) {
              tx.table(table).put(Rows.put(row(account), 100));
            }
          });
    }
  }

  @AfterAll
  void close() {
    threads.shutdownNow();
  }

  @Test
  void stoppedClientsLeaveNoLock() throws Exception {
    try (TransactionManager first = manager();
        TransactionManager second = manager()) {
      Crew.runAll(
          CLIENTS,
          thread -> {
            Random random = new Random(seeds.incrementAndGet());
            TransactionManager transactions = thread % 2 == 0 ? first : second;
            for (int i = 0; i < TRANSFERS; i++) {
              int from = random.nextInt(ACCOUNTS);
              int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
              transactions.run(tx -> transfer(tx, from, to));
            }
          });
    }
    assertThat(Locks.all(connection, table)).hasSize(ACCOUNTS);
    assertThat(Locks.unsettled(connection, table)).isEmpty();
    assertNothingIsLost();
  }

  @Test
  void readersSettleLocksOfKilledClients() throws Exception {
    int left = 0;
    int late = 0;
    try (TransactionManager reader = manager()) {
      for (int killed = 0; killed < KILLS; killed += CLIENTS) {
        killSome();
        left += Locks.unsettled(connection, table).size();
        late += readSettlesInTime(reader) ? 0 : 1;
      }
    }
    for (Future<?> burial : burials) {
      var unused = burial.get(60, TimeUnit.SECONDS);
    }
    assertNothingIsLost();
    System.out.printf(
        "%s: %d clients killed, seed %d, transactions %s, %d locks left behind, all settled,"
            + " %d times late%n",
        getClass().getSimpleName(), KILLS, SEED, outcomes, left, late);
    assertThat(left).as("locks left behind by killed clients").isGreaterThan(KILLS / 4);
    assertThat(late).as("rounds whose locks outlived the lease").isLessThan(MOST_LATE);
    assertThat(outcomes.get(Outcome.COMMITTED).get()).isGreaterThan(KILLS);
  }

  /** Reads until no lock is left; returns whether this took at most a lease and a second. */
  private boolean readSettlesInTime(TransactionManager reader) throws Exception {
    Await.Check settled =
        () -> {
          List<?> unused = reader.call(tx -> Rows.scan(tx.table(table), new Scan()));
          return Locks.unsettled(connection, table).isEmpty();
        };
    if (Await.holdsWithin(LEASE.plusSeconds(1), settled)) {
      return true;
    }
    Await.until("no lock left by readers", PATIENCE, settled);
    return false;
  }

  /** Some clients compete until each of them is gone. */
  private void killSome() throws Exception {
    List<FaultyClient> clients = new ArrayList<>();
    List<Future<?>> lives = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      FaultyClient client = new FaultyClient(connection.getConfiguration(), LEASE);
      Random random = new Random(seeds.incrementAndGet());
      Kind kind = random.nextInt(3) == 0 ? Kind.READ : Kind.WRITE;
      Fault fault = random.nextBoolean() ? Fault.STOP_BEFORE : Fault.STOP_AFTER;
      client.network().at(kind, 1 + random.nextInt(LONGEST_LIFE), fault);
      clients.add(client);
      lives.add(threads.submit(() -> live(client, random)));
    }
    for (FaultyClient client : clients) {
      Await.until("killed", Duration.ofSeconds(60), client.network()::isStopped);
    }
    for (FaultyClient client : clients) {
      burials.add(threads.submit(() -> bury(client)));
    }
    burials.addAll(lives);
  }

  /**
   * Closes in the background, because outstanding requests of a dead client take their time to
   * fail.
   */
  private static Void bury(FaultyClient client) throws IOException {
    client.close();
    return null;
  }

  /** Transfers until the client is gone; its later reports do not count. */
  private Void live(FaultyClient client, Random random) throws IOException {
    while (!client.network().isStopped()) {
      int from = random.nextInt(ACCOUNTS);
      int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
      Outcome outcome = client.attempt(tx -> transfer(tx, from, to));
      if (!client.network().isStopped()) {
        outcomes.computeIfAbsent(outcome, first -> new AtomicInteger()).incrementAndGet();
      }
    }
    return null;
  }

  private void transfer(Transaction tx, int from, int to) throws IOException {
    long source = Rows.number(tx.table(table), row(from));
    long target = Rows.number(tx.table(table), row(to));
    tx.table(table).put(Rows.put(row(from), source - 1));
    tx.table(table).put(Rows.put(row(to), target + 1));
  }

  private void assertNothingIsLost() throws IOException {
    try (TransactionManager reader = manager()) {
      long sum =
          reader.call(
              tx -> Rows.scan(tx.table(table), new Scan()).stream().mapToLong(Rows::number).sum());
      assertThat(sum).isEqualTo(100L * ACCOUNTS);
    }
  }

  private TransactionManager manager() throws IOException {
    return TransactionManager.create(connection, RowlockOptions.builder().lease(LEASE).build());
  }

  private static String row(int account) {
    return "account-%02d".formatted(account);
  }
}
