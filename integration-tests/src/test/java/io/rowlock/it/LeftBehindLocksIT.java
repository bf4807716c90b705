package io.rowlock.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TestManagers;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionOptions;
import io.rowlock.bench.EmbeddedHBase;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client is cut off in the middle of a commit. Whoever meets its locks settles them, at the
 * latest a lease after having seen them first; and a request of the dead that arrives late does
 * nothing.
 */
@ExtendWith(HBaseExtension.class)
class LeftBehindLocksIT {

  private static final Duration LEASE = Duration.ofMillis(600);
  private static final Duration LEASE_AND_A_SECOND = LEASE.plusSeconds(1);

  private final EmbeddedHBase hbase;
  private final Connection connection;
  private final TransactionManager victim;
  private final TransactionManager survivor;
  private final TableName table;
  private final TableName other;
  private volatile boolean victimIsDead;

  LeftBehindLocksIT(EmbeddedHBase hbase, Connection connection) throws IOException {
    this.hbase = hbase;
    this.connection = connection;
    TransactionOptions options = TransactionOptions.builder().lease(LEASE).build();
    survivor = TransactionManager.create(connection, options);
    // What it still tries when it is cut off must not take long.
    victim =
        TransactionManager.create(
            connection,
            options.toBuilder()
                .rpcTimeout(Duration.ofSeconds(3))
                .operationTimeout(Duration.ofSeconds(3))
                .build());
    table = TestTables.createGated(connection, "b", "c");
    other = TestTables.create(connection);
  }

  @BeforeEach
  void fill() throws IOException {
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

  /** Prewritten rows whose primary says nothing: a reader has to find out that it never will. */
  @ParameterizedTest(name = "late requests arrive: {0}")
  @ValueSource(booleans = {false, true})
  void aClientDiesWhilePrewriting(boolean late) throws Exception {
    diesAt(LockWrite.PREWRITE_OF_PRIMARY, 2, late, "old");
  }

  @ParameterizedTest(name = "late requests arrive: {0}")
  @ValueSource(booleans = {false, true})
  void aClientDiesBeforeTheCommitPoint(boolean late) throws Exception {
    diesAt(LockWrite.COMMIT_POINT, 3, late, "old");
  }

  @ParameterizedTest(name = "late requests arrive: {0}")
  @ValueSource(booleans = {false, true})
  void aClientDiesAfterTheCommitPoint(boolean late) throws Exception {
    diesAt(LockWrite.SETTLING, 3, late, "new");
  }

  /**
   * Stops a commit at some writes, cuts the client off, and lets another one read everything.
   *
   * @param locked rows that are prewritten or committed then
   * @param late whether the stopped writes arrive after all, when everything is settled
   * @param expected what the survivor reads
   */
  private void diesAt(Predicate<LockWrite> stop, int locked, boolean late, String expected)
      throws Exception {
    try (Hold hold = Hold.of(table, write -> !victimIsDead && stop.test(write));
        Crew crew = new Crew()) {
      // What it reads in another table makes it prewrite its primary, too.
      crew.start(
          1,
          thread ->
              victim.run(
                  tx -> {
                    assertThat(Rows.text(tx.table(other), "nothing")).isNull();
                    writeAll(tx.table(table), "new");
                  }));
      hold.awaitArrivals(1);
      Await.until(
          locked + " rows locked",
          Duration.ofSeconds(2),
          () -> Locks.unsettled(connection, table).size() == locked);
      TestManagers.cutOff(victim);
      victimIsDead = true;
      if (!late) {
        hold.lose();
      }
      Compactions.FLUSH_AND_MAJOR_COMPACTION.run(hbase, table);

      assertSurvivorReadsAndSettles(expected);
      if (late) {
        assertThat(hold.releaseAndAwaitAnswers()).as("late writes applied").containsOnly(false);
        assertThat(rawValues()).containsOnly(expected);
      }
      survivor.run(tx -> writeAll(tx.table(table), "newer"));
      survivor.drain();
      assertThat(rawValues()).containsOnly("newer");
      Locks.assertAllSettled(connection, table);
    }
  }

  private void assertSurvivorReadsAndSettles(String expected) throws Exception {
    long start = System.nanoTime();
    for (String row : List.of("c", "a", "b")) {
      String value = survivor.call(tx -> Rows.text(tx.table(table), row));
      assertThat(value).as("row %s", row).isEqualTo(expected);
    }
    Duration reading = Duration.ofNanos(System.nanoTime() - start);
    assertThat(reading).isLessThan(LEASE_AND_A_SECOND);
    Await.until(
        "all locks settled by readers",
        LEASE_AND_A_SECOND.minus(reading),
        () -> {
          List<String> unused = survivor.call(tx -> values(tx.table(table)));
          return Locks.unsettled(connection, table).isEmpty();
        });
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
