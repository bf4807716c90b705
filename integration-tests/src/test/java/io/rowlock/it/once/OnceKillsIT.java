package io.rowlock.it.once;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.RowlockException;
import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.FaultyClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.Fault;
import io.rowlock.it.kit.faults.WireCall.Kind;
import io.rowlock.once.OnceTable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Clients that do the same work with the same ids, and are killed at random. Each id takes effect
 * exactly once, and every client gets the result of that one time.
 */
@ExtendWith(HBaseExtension.class)
@Tag("verify-all")
class OnceKillsIT {

  private static final Duration LEASE = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final long SEED = 20261125;
  private static final int CLIENTS = 8;
  private static final int KILLS = 200;
  private static final int KILLS_PER_PURGE = 20;

  /** The number of commits without an answer for which more clients are killed if need be. */
  private static final int UNHEARD = 3;

  /** The largest number of requests before a client is killed: some transactions. */
  private static final int LONGEST_LIFE = 25;

  /** The number of ids for which clients compete at a time. */
  private static final int FRESH = 4;

  /**
   * A new id comes after so many calls, so that no client waits in vain to be killed at a write.
   */
  private static final int CALLS_PER_ID = 8;

  private static final int ROUNDS_OF_PROCESSES = 3;
  private static final int PROCESSES = 2;
  private static final int IDS_OF_PROCESSES = 60;

  private final Configuration configuration;
  private final TableName ids;
  private final TableName table;
  private final TransactionManager transactions;
  private final CountedWork work;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Queue<Future<?>> burials = new ConcurrentLinkedQueue<>();
  private final AtomicLong seeds = new AtomicLong(SEED);
  private final AtomicInteger killed = new AtomicInteger();
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();

  OnceKillsIT(Configuration configuration, Connection connection) throws IOException {
    this.configuration = configuration;
    configuration.set("rowlock.lease", Long.toString(LEASE.toMillis()));
    table = TestTables.create(connection, "m");
    ids = TableName.valueOf("once-" + table.getNameAsString());
    OnceTable.create(connection, ids);
    transactions =
        TransactionManager.create(connection, RowlockOptions.builder().lease(LEASE).build());
    work = new CountedWork(table);
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    transactions.close();
  }

  /** How many clients die between a commit and its answer depends on the speed of the machine. */
  @Test
  void idsOfKilledClientsTakeEffectOnce() throws Exception {
    Crew.runAll(
        CLIENTS,
        thread -> {
          while (killed.get() < KILLS || work.unapplied() < UNHEARD) {
            liveAndDie(new Random(seeds.incrementAndGet()));
            if (killed.get() % KILLS_PER_PURGE == 0) {
              assertNoneIsOld();
            }
          }
        });
    for (Future<?> burial : burials) {
      var unused = Crew.get(burial);
    }
    assertOnce(IntStream.range(0, known() + FRESH).mapToObj(OnceKillsIT::id).toList());
    System.out.printf(
        "%s: %d clients killed, seed %d, %d calls failed, %d ids whose first answer was lost%n",
        getClass().getSimpleName(), killed.get(), SEED, failures.get(), work.unapplied());
    assertThat(killed).hasValueGreaterThanOrEqualTo(KILLS);
    assertThat(work.unapplied()).as("commits of killed clients").isPositive();
  }

  /** The purge meets the locks of the dead, and removes nothing. */
  private void assertNoneIsOld() throws IOException {
    assertThat(OnceTable.on(transactions, ids).purge(Duration.ofHours(1))).isZero();
  }

  private void assertOnce(List<String> all) throws IOException {
    work.assertOnce(transactions, OnceTable.on(transactions, ids), all);
  }

  private void liveAndDie(Random random) throws Exception {
    FaultyClient client = new FaultyClient(configuration, LEASE);
    Kind kind = random.nextInt(3) == 0 ? Kind.READ : Kind.WRITE;
    Fault fault = random.nextBoolean() ? Fault.STOP_BEFORE : Fault.STOP_AFTER;
    client.network().at(kind, 1 + random.nextInt(LONGEST_LIFE), fault);
    Future<?> life = threads.submit(() -> live(client, random));
    Await.until("killed", PATIENCE, () -> client.network().isStopped() || life.isDone());
    killed.incrementAndGet();
    burials.add(life);
    burials.add(threads.submit(() -> bury(client)));
  }

  /** Calls ids until the client is gone. */
  private Void live(FaultyClient client, Random random) throws IOException {
    OnceTable<byte[]> once = OnceTable.on(client.transactions(), ids);
    while (!client.network().isStopped()) {
      String id = draw(random);
      try {
        work.note(id, work.call(once, id));
      } catch (RowlockException failed) {
        failures.incrementAndGet();
      } catch (IOException | RuntimeException failed) {
        if (!client.network().isStopped()) {
          throw failed;
        }
      }
    }
    return null;
  }

  /** Draws an id that others use at the same time, or one of all used so far. */
  private String draw(Random random) {
    calls.incrementAndGet();
    int old = known();
    return id(random.nextBoolean() ? old + random.nextInt(FRESH) : random.nextInt(old + FRESH));
  }

  private int known() {
    return calls.get() / CALLS_PER_ID;
  }

  private static String id(int number) {
    return "-" + number;
  }

  /** Outstanding requests of a dead client take their time to fail. */
  private static Void bury(FaultyClient client) throws IOException {
    client.close();
    return null;
  }

  @Test
  void idsOfKilledProcessesTakeEffectOnce() throws Exception {
    for (int round = 0; round < ROUNDS_OF_PROCESSES; round++) {
      Crew.runAll(PROCESSES, thread -> startAndKill(new Random(seeds.incrementAndGet())));
    }
    assertOnce(OnceProcess.ids(IDS_OF_PROCESSES));
  }

  private void startAndKill(Random random) throws Exception {
    try (OnceProcess process =
        OnceProcess.start(configuration, ids, table, IDS_OF_PROCESSES, random.nextLong())) {
      process.killAfter(1 + random.nextInt(IDS_OF_PROCESSES / 2), work);
    }
  }
}
