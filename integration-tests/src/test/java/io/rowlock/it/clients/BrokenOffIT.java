package io.rowlock.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.NotCommittedException;
import io.rowlock.RowlockOptions;
import io.rowlock.TestManagers;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Bank;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Transactions that are interrupted, or whose manager is closed by another thread, at any moment.
 * Their reported outcome is true, the sum of the money stays the same, and no lock outlives its
 * lease. Each transfer writes a mark under the id of its transaction, which shows the true outcome.
 */
@ExtendWith(HBaseExtension.class)
class BrokenOffIT {

  private static final long SEED = 20_241_122;
  private static final int INTERRUPTS = 300;
  private static final int CLOSINGS = 12;
  private static final int THREADS = 4;
  private static final Duration LEASE = Duration.ofMillis(600);

  /** The reported outcome. */
  private enum Claim {
    COMMITTED,
    NOT_COMMITTED,
    UNKNOWN
  }

  private final Connection connection;
  private final TableName marks;
  private final Map<String, Claim> claims = new ConcurrentHashMap<>();
  private final Map<String, Integer> outcomes = new TreeMap<>();

  BrokenOffIT(Connection connection) throws IOException {
    this.connection = connection;
    marks = TestTables.create(connection);
  }

  private TransactionManager client() throws IOException {
    return TransactionManager.create(
        connection,
        RowlockOptions.builder()
            .lease(LEASE)
            .rpcTimeout(Duration.ofSeconds(3))
            .operationTimeout(Duration.ofSeconds(5))
            .build());
  }

  @Test
  void interruptedCommitsReportTrueOutcome() throws Exception {
    try (TransactionManager client = client();
        Crew crew = new Crew()) {
      Bank bank = Bank.open(connection, client);
      AtomicBoolean interrupting = new AtomicBoolean(true);
      List<Thread> workers = new CopyOnWriteArrayList<>();
      crew.start(
          THREADS,
          thread -> {
            workers.add(Thread.currentThread());
            workUntilTold(client, bank, new Random(SEED + thread), interrupting);
          });
      Await.until("workers at work", Duration.ofSeconds(60), () -> workers.size() == THREADS);
      interruptOften(workers);
      interrupting.set(false);
      crew.join();
      client.drain();
      assertAllTrue(bank);
      assertThat(outcomes.get("InterruptedIOException")).isGreaterThan(INTERRUPTS / 10);
      assertThat(outcomes.get("CommitOutcomeUnknownException")).isGreaterThan(INTERRUPTS / 20);
    }
  }

  private static void interruptOften(List<Thread> workers) {
    Random random = new Random(SEED);
    for (int i = 0; i < INTERRUPTS; i++) {
      LockSupport.parkNanos(random.nextLong(1_000_000, 20_000_000));
      workers.get(random.nextInt(workers.size())).interrupt();
    }
  }

  private void workUntilTold(
      TransactionManager client, Bank bank, Random random, AtomicBoolean goOn) {
    boolean isOpen = true;
    while (goOn.get() && isOpen) {
      isOpen = attempt(client, bank, random);
      boolean unused = Thread.interrupted();
    }
  }

  /**
   * Another thread closes the manager, or its connection breaks: every second one once it has
   * committed, the others perhaps before, however slow the machine is.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void commitsOfClosedManagerReportTrueOutcome(boolean orderly) throws Exception {
    Random random = new Random(SEED);
    try (TransactionManager survivor = client()) {
      Bank bank = Bank.open(connection, survivor);
      for (int i = 0; i < CLOSINGS; i++) {
        TransactionManager victim = client();
        AtomicBoolean open = new AtomicBoolean(true);
        try (Crew crew = new Crew()) {
          long seed = SEED + 100L * i;
          crew.start(
              THREADS, thread -> workUntilTold(victim, bank, new Random(seed + thread), open));
          if (i % 2 == 0) {
            awaitCommitAfter(committed());
          }
          LockSupport.parkNanos(random.nextLong(20_000_000, 150_000_000));
          if (orderly) {
            victim.close();
          } else {
            TestManagers.cutOff(victim);
          }
          open.set(false);
          crew.join();
        }
        victim.close();
      }
      settleByReading(survivor, bank);
      assertAllTrue(bank);
    }
  }

  private void awaitCommitAfter(int before) throws Exception {
    Await.until("a commit", Duration.ofSeconds(60), () -> committed() > before);
  }

  private synchronized int committed() {
    return outcomes.getOrDefault("done", 0);
  }

  /** Returns false if the manager is closed. */
  private boolean attempt(TransactionManager client, Bank bank, Random random) {
    long start = System.nanoTime();
    List<String> ids = new ArrayList<>();
    Claim claim = Claim.NOT_COMMITTED;
    String outcome = "done";
    try {
      if (random.nextBoolean()) {
        client.run(tx -> transfer(tx, bank, random, ids));
      } else {
        try (Transaction tx = client.begin()) {
          transfer(tx, bank, random, ids);
          tx.commit();
        }
      }
      claim = Claim.COMMITTED;
    } catch (InterruptedIOException interrupted) {
      outcome = "InterruptedIOException";
      assertThat(Thread.currentThread().isInterrupted()).as("still interrupted").isTrue();
    } catch (CommitOutcomeUnknownException unknown) {
      outcome = "CommitOutcomeUnknownException";
      claim = Claim.UNKNOWN;
    } catch (IllegalStateException | NotCommittedException refused) {
      outcome = refused.getClass().getSimpleName();
    } catch (IOException unforeseen) {
      throw new AssertionError("not a declared failure", unforeseen);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
    note(ids, claim, outcome);
    return !outcome.equals("IllegalStateException");
  }

  private void transfer(Transaction tx, Bank bank, Random random, List<String> ids)
      throws IOException {
    ids.add(tx.id());
    bank.transfer(tx, random);
    tx.table(marks).put(Rows.put(tx.id(), "was here"));
  }

  /** Only the last attempt can have committed. */
  private synchronized void note(List<String> ids, Claim claim, String outcome) {
    outcomes.merge(outcome, 1, Integer::sum);
    for (int i = 0; i < ids.size(); i++) {
      claims.put(ids.get(i), i == ids.size() - 1 ? claim : Claim.NOT_COMMITTED);
    }
  }

  private void settleByReading(TransactionManager survivor, Bank bank) throws Exception {
    Await.until(
        "all locks settled by readers",
        LEASE.plusSeconds(5),
        () -> {
          for (TableName table : tables(bank)) {
            var unused = survivor.call(tx -> Rows.keys(tx.table(table), new Scan()));
            survivor.drain();
            if (!Locks.unsettled(connection, table).isEmpty()) {
              return false;
            }
          }
          return true;
        });
  }

  private List<TableName> tables(Bank bank) {
    List<TableName> tables = new ArrayList<>(List.of(bank.tables()));
    tables.add(marks);
    return tables;
  }

  private void assertAllTrue(Bank bank) throws Exception {
    try (TransactionManager reader = client()) {
      settleByReading(reader, bank);
    }
    System.out.printf("%s: %s, seed %d%n", getClass().getSimpleName(), outcomes, SEED);
    List<String> committed;
    try (Table raw = connection.getTable(marks)) {
      committed = Rows.keys(raw, new Scan().addFamily(TestTables.F));
    }
    claims.forEach(
        (id, claim) -> {
          if (claim != Claim.UNKNOWN) {
            boolean claimed = claim == Claim.COMMITTED;
            assertThat(committed.contains(id)).as("transaction %s", id).isEqualTo(claimed);
          }
        });
    assertThat(bank.rawTotal()).isEqualTo(Bank.GROUPS * Bank.SUM_OF_GROUP);
    Locks.assertAllSettled(connection, tables(bank).toArray(TableName[]::new));
  }
}
