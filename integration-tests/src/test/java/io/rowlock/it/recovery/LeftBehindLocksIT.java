package io.rowlock.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.ConflictException;
import io.rowlock.TestManagers;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionOptions;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Compactions;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Hold;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A client is cut off in the middle of a commit. Whoever meets its locks settles them, at the
 * latest a lease after having seen them first; and a request of the dead that arrives late does
 * nothing.
 */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class LeftBehindLocksIT {

  /** So short that a client need not be dead to be taken for it. */
  private static final Duration LEASE = Duration.ofMillis(600);

  private static final Duration LEASE_AND_A_SECOND = LEASE.plusSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final EmbeddedHBase hbase;
  private final Connection connection;
  private final TableName table;
  private final TableName other;
  private TransactionManager victim;
  private TransactionManager survivor;
  private volatile boolean holding;

  /** What took longer than it may. */
  private final List<Duration> late = new ArrayList<>();

  LeftBehindLocksIT(EmbeddedHBase hbase, Connection connection) throws IOException {
    this.hbase = hbase;
    this.connection = connection;
    table = TestTables.createGated(connection, "b", "c");
    other = TestTables.create(connection);
  }

  @BeforeEach
  void open() throws IOException {
    holding = true;
    TransactionOptions options =
        TransactionOptions.builder().lease(LEASE).parallelCommit(false).build();
    survivor = TransactionManager.create(connection, options);
    victim = TransactionManager.create(connection, options);
    survivor.run(
        tx -> {
          for (String row : List.of("a", "b", "c")) {
            tx.table(table).put(Rows.put(row, "old"));
          }
        });
    survivor.drain();
  }

  @AfterEach
  void close() {
    victim.close();
    survivor.close();
  }

  /** Once it may be a pause of the machine. Each place to die at is met by two tests or more. */
  @AfterAll
  void hardlyAnythingWasLate() {
    assertThat(late).as("settled later than %s", LEASE_AND_A_SECOND).hasSizeLessThan(2);
  }

  @Test
  void nothingIsLeftAfterDrain() throws Exception {
    Crew.runAll(8, thread -> survivor.run(tx -> writeAll(tx.table(table), "thread " + thread)));
    survivor.drain();
    Locks.assertAllSettled(connection, table);
  }

  @Test
  void nothingIsLeftAfterClose() throws Exception {
    Crew.runAll(8, thread -> victim.run(tx -> writeAll(tx.table(table), "thread " + thread)));
    victim.close();
    Locks.assertAllSettled(connection, table);
  }

  @Test
  void nothingIsLeftWhenCommitWaitsForIt() throws IOException {
    TransactionOptions options = TransactionOptions.builder().waitForRollForward(true).build();
    try (TransactionManager patient = TransactionManager.create(connection, options)) {
      patient.run(tx -> writeAll(tx.table(table), "new"));
      Locks.assertAllSettled(connection, table);
      assertThat(rawValues()).containsOnly("new");
    }
  }

  /** What it has prewritten points to a primary that says nothing. */
  @Test
  void aClientDiesWhilePrewriting() throws Exception {
    diesAt(LockWrite.PREWRITE_OF_PRIMARY, 2, "old");
  }

  @Test
  void aClientDiesBeforeTheCommitPoint() throws Exception {
    diesAt(LockWrite.COMMIT_POINT, 3, "old");
  }

  @Test
  void aClientDiesAfterTheCommitPoint() throws Exception {
    diesAt(LockWrite.SETTLING, 3, "new");
  }

  @Test
  void aPrewriteArrivesLate() throws Exception {
    assertThat(isSlowAt(LockWrite.PREWRITE_OF_PRIMARY, 2, "old", true)).isFalse();
  }

  @Test
  void aCommitPointArrivesLate() throws Exception {
    assertThat(isSlowAt(LockWrite.COMMIT_POINT, 3, "old", true)).isFalse();
  }

  @Test
  void aRollForwardArrivesLate() throws Exception {
    assertThat(isSlowAt(LockWrite.SETTLING, 3, "new", true)).isTrue();
  }

  @Test
  void aCommitThatWasTakenBackIsMadeAnewWhenNothingHasChanged() throws Exception {
    assertThat(isSlowAt(LockWrite.COMMIT_POINT, 3, "old", false)).isTrue();
  }

  /**
   * Stops a commit at some writes, cuts the client off, and lets another one read everything.
   *
   * @param locked rows that are prewritten or committed then
   * @param expected what the survivor reads
   */
  private void diesAt(Predicate<LockWrite> stop, int locked, String expected) throws Exception {
    try (Hold hold = Hold.of(table, write -> holding && stop.test(write));
        Crew crew = new Crew()) {
      var unused = crew.start(this::commitOfVictim);
      awaitStop(hold, locked);
      TestManagers.cutOff(victim);
      hold.lose();
      assertSurvivorReadsAndSettles(expected);
    }
    assertTableIsOfUse();
  }

  /**
   * The same, but the writes go on when all is settled: they must not be applied any more.
   *
   * @param meddle whether what the slow client has read is changed meanwhile, so that it cannot
   *     commit the same writes anew
   */
  private boolean isSlowAt(Predicate<LockWrite> stop, int locked, String expected, boolean meddle)
      throws Exception {
    boolean committed;
    try (Hold hold = Hold.of(table, write -> holding && stop.test(write));
        Crew crew = new Crew()) {
      Future<Boolean> committing = crew.start(this::commitOfVictim);
      awaitStop(hold, locked);
      assertSurvivorReadsAndSettles(expected);
      if (meddle) {
        survivor.run(tx -> tx.table(other).put(Rows.put("read", tx.id())));
      }
      assertThat(hold.releaseAndAwaitAnswers()).as("late writes applied").containsOnly(false);
      committed = Crew.get(committing);
      victim.drain();
      assertThat(rawValues()).containsOnly(committed ? "new" : "old");
    }
    assertTableIsOfUse();
    return committed;
  }

  /** Reads in another table, too, which makes it prewrite its primary. */
  private boolean commitOfVictim() throws IOException {
    try (Transaction tx = victim.begin()) {
      String unused = Rows.text(tx.table(other), "read");
      writeAll(tx.table(table), "new");
      tx.commit();
      return true;
    } catch (ConflictException tooLate) {
      return false;
    }
  }

  private void awaitStop(Hold hold, int locked) throws Exception {
    hold.awaitArrivals(1);
    Await.until(
        locked + " rows locked",
        Duration.ofSeconds(5),
        () -> Locks.unsettled(connection, table).size() == locked);
    holding = false;
    Compactions.FLUSH_AND_MAJOR_COMPACTION.run(hbase, table);
  }

  private void assertTableIsOfUse() throws IOException {
    survivor.run(tx -> writeAll(tx.table(table), "newer"));
    survivor.drain();
    assertThat(rawValues()).containsOnly("newer");
    Locks.assertAllSettled(connection, table);
  }

  private void assertSurvivorReadsAndSettles(String expected) throws Exception {
    long start = System.nanoTime();
    for (String row : List.of("c", "a", "b")) {
      String value = survivor.call(tx -> Rows.text(tx.table(table), row));
      assertThat(value).as("row %s", row).isEqualTo(expected);
    }
    Await.until(
        "all locks settled by readers",
        PATIENCE,
        () -> {
          List<String> unused = survivor.call(tx -> values(tx.table(table)));
          return Locks.unsettled(connection, table).isEmpty();
        });
    Duration settling = Duration.ofNanos(System.nanoTime() - start);
    if (settling.compareTo(LEASE_AND_A_SECOND) > 0) {
      late.add(settling);
    }
    assertThat(rawValues()).containsOnly(expected);
  }

  private static void writeAll(Table rows, String value) throws IOException {
    for (String row : List.of("a", "b", "c")) {
      rows.put(Rows.put(row, value));
    }
  }

  private static List<String> values(Table rows) throws IOException {
    return List.of(Rows.text(rows, "a"), Rows.text(rows, "b"), Rows.text(rows, "c"));
  }

  private List<String> rawValues() throws IOException {
    try (Table raw = connection.getTable(table)) {
      return values(raw);
    }
  }
}
