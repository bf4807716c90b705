package io.rowlock.it.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.ConflictException;
import io.rowlock.RowlockOptions;
import io.rowlock.TestManagers;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.Hold;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * A commit of three rows that is stopped half way during an event in their regions. The primary and
 * one secondary are in the first region, the other secondary is in the second.
 */
final class HalfWay {

  static final String PRIMARY = "c";
  static final String NEIGHBOUR = "k";
  static final String FAR = "t";

  private static final Duration LEASE = Duration.ofMillis(800);
  private static final List<String> ROWS = List.of(PRIMARY, NEIGHBOUR, FAR);

  /** The point at which the commit is stopped. */
  @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
  enum Stop {
    BEFORE_ITS_PRIMARY_IS_LOCKED(LockWrite.PREWRITE_OF_PRIMARY, false),
    BEFORE_ITS_COMMIT_POINT(LockWrite.COMMIT_POINT, false),
    BEFORE_ITS_ROLL_FORWARD(LockWrite.SETTLING, true);

    private final Predicate<LockWrite> held;
    private final boolean committed;

    Stop(Predicate<LockWrite> held, boolean committed) {
      this.held = held;
      this.committed = committed;
    }
  }

  /** The event in the regions. */
  @FunctionalInterface
  interface Event {
    void happen(EmbeddedHBase hbase, Connection connection, TableName table) throws Exception;
  }

  private final EmbeddedHBase hbase;
  private final Connection connection;
  private final TableName table;
  private final TableName read;

  /**
   * Creates a table for the commit.
   *
   * @param read another table, from which the commit reads
   */
  HalfWay(EmbeddedHBase hbase, Connection connection, TableName read) throws IOException {
    this.hbase = hbase;
    this.connection = connection;
    this.table = TestTables.createGated(connection, "m");
    this.read = read;
  }

  /** Resumes the owner after the event; returns whether it has committed. */
  boolean resumeOwner(Stop stop, Event event) throws Exception {
    try (TransactionManager owner = manager();
        Crew crew = new Crew()) {
      fill(owner);
      Future<Boolean> committing;
      try (Hold hold = Hold.of(table, stop.held)) {
        committing = crew.start(() -> commit(owner));
        hold.awaitArrivals(1);
        event.happen(hbase, connection, table);
      }
      boolean committed = Crew.get(committing);
      owner.drain();
      assertThat(rawValues()).containsOnly(committed ? "new" : "old");
      assertThat(committed || !stop.committed).as("true outcome").isTrue();
      Locks.assertAllSettled(connection, table);
      return committed;
    }
  }

  /** Kills the owner; a survivor settles its locks. */
  void killOwner(Stop stop, Event event) throws Exception {
    try (TransactionManager survivor = manager();
        TransactionManager owner = manager();
        Crew crew = new Crew()) {
      fill(survivor);
      try (Hold hold = Hold.of(table, stop.held)) {
        Future<?> unused = crew.start(() -> commit(owner));
        hold.awaitArrivals(1);
        event.happen(hbase, connection, table);
        TestManagers.cutOff(owner);
        hold.lose();
      }
      Await.until(
          "a survivor settles everything",
          Duration.ofSeconds(30),
          () -> {
            assertThat(values(survivor)).containsOnly(stop.committed ? "new" : "old");
            return Locks.unsettled(connection, table).isEmpty();
          });
      assertThat(rawValues()).containsOnly(stop.committed ? "new" : "old");
      survivor.run(tx -> writeAll(tx, "newer"));
      survivor.drain();
      assertThat(rawValues()).containsOnly("newer");
    }
  }

  private TransactionManager manager() throws IOException {
    return TransactionManager.create(connection, RowlockOptions.builder().lease(LEASE).build());
  }

  private void fill(TransactionManager transactions) throws IOException {
    transactions.run(tx -> writeAll(tx, "old"));
    transactions.drain();
  }

  private void writeAll(Transaction tx, String value) throws IOException {
    for (String row : ROWS) {
      tx.table(table).put(Rows.put(row, value));
    }
  }

  /** Reads another table, too, so that the transaction prewrites its primary. */
  private boolean commit(TransactionManager owner) throws IOException {
    try (Transaction tx = owner.begin()) {
      String unused = Rows.text(tx.table(read), "any");
      writeAll(tx, "new");
      tx.commit();
      return true;
    } catch (ConflictException surelyNot) {
      return false;
    }
  }

  private List<String> values(TransactionManager survivor) throws IOException {
    return survivor.call(
        tx -> Rows.scan(tx.table(table), new Scan()).stream().map(Rows::text).toList());
  }

  private List<String> rawValues() throws IOException {
    try (Table raw = connection.getTable(table)) {
      return Rows.scan(raw, new Scan().addFamily(TestTables.F)).stream().map(Rows::text).toList();
    }
  }
}
