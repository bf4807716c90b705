package io.rowlock.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.ConflictException;
import io.rowlock.RowlockOptions;
import io.rowlock.TestManagers;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
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
 * A client is cut off in the middle of a commit. A client that meets its locks settles them, at
 * most a lease after it first saw them; a late request of the dead client has no effect.
 */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class LeftBehindLocksIT {

  /** A lease so short that a living client may seem dead. */
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

  /** The recoveries that took too long. */
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
    RowlockOptions options = RowlockOptions.builder().lease(LEASE).build();
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

  /**
   * One late recovery may be a pause of the machine; each point of death occurs in two tests or
   * more.
   */
  @AfterAll
  void recoveryIsInTime() {
    assertThat(late).as("settled later than %s", LEASE_AND_A_SECOND).hasSizeLessThan(2);
  }

  @Test
  void drainLeavesNoLock() throws Exception {
    Crew.runAll(8, thread -> survivor.run(tx -> writeAll(tx.table(table), "thread " + thread)));
    survivor.drain();
    Locks.assertAllSettled(connection, table);
  }

  @Test
  void closeLeavesNoLock() throws Exception {
    Crew.runAll(8, thread -> victim.run(tx -> writeAll(tx.table(table), "thread " + thread)));
    victim.close();
    Locks.assertAllSettled(connection, table);
  }

  @Test
  void waitingCommitLeavesNoLock() throws IOException {
    RowlockOptions options = RowlockOptions.builder().waitForRollForward(true).build();
    try (TransactionManager patient = TransactionManager.create(connection, options)) {
      patient.run(tx -> writeAll(tx.table(table), "new"));
      Locks.assertAllSettled(connection, table);
      assertThat(rawValues()).containsOnly("new");
    }
  }

  /** Its prewritten locks point to a primary without a lock. */
  @Test
  void readersSettleLocksOfDeathDuringPrewrites() throws Exception {
    diesAt(LockWrite.PREWRITE_OF_PRIMARY, 2, "old");
  }

  @Test
  void readersSettleLocksOfDeathBeforeCommitPoint() throws Exception {
    diesAt(LockWrite.COMMIT_POINT, 3, "old");
  }

  @Test
  void readersSettleLocksOfDeathAfterCommitPoint() throws Exception {
    diesAt(LockWrite.SETTLING, 3, "new");
  }

  @Test
  void latePrewriteHasNoEffect() throws Exception {
    assertThat(isSlowAt(LockWrite.PREWRITE_OF_PRIMARY, 2, "old", true)).isFalse();
  }

  @Test
  void lateCommitPointHasNoEffect() throws Exception {
    assertThat(isSlowAt(LockWrite.COMMIT_POINT, 3, "old", true)).isFalse();
  }

  @Test
  void lateRollForwardHasNoEffect() throws Exception {
    assertThat(isSlowAt(LockWrite.SETTLING, 3, "new", true)).isTrue();
  }

  @Test
  void rolledBackCommitIsRepeatedIfNothingChanged() throws Exception {
    assertThat(isSlowAt(LockWrite.COMMIT_POINT, 3, "old", false)).isTrue();
  }

  /**
   * Stops a commit at some writes, cuts the client off, and reads everything with another one.
   *
   * @param locked rows that are prewritten or committed at that time
   * @param expected values that the survivor reads
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
   * As above, but the writes continue after the settlement and must not be applied.
   *
   * @param meddle whether another client changes the read row meanwhile, so that the slow client
   *     cannot commit the same writes anew
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

  /** Reads in another table, too, so that the transaction prewrites its primary. */
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
