package io.rowlock.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.internal.protocol.lock.DecodedLock;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.FaultyClient;
import io.rowlock.it.kit.FaultyClient.Outcome;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.faults.Fault;
import io.rowlock.it.kit.faults.LockWrite;
import io.rowlock.it.kit.faults.Network;
import io.rowlock.it.kit.faults.WireCall;
import io.rowlock.it.kit.faults.WireCall.Kind;
import io.rowlock.it.recovery.TrialShape.LeftOver;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;

/** One run of a transaction with at most one fault, and the check of its result. */
final class Trial {

  /** The environment that trials share. */
  record Ground(
      Connection connection,
      AsyncConnection onlooker,
      TableName table,
      TransactionManager survivor,
      ExecutorService threads,
      Duration lease) {}

  /** The {@code number}th request of a kind, counted from 1. */
  record Step(Kind kind, int number) {}

  /**
   * The result.
   *
   * @param struck whether the fault met a request
   * @param settling the time that the survivor needed
   */
  record Report(boolean struck, Outcome outcome, Duration settling, int writes, int reads) {}

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Locks outlived their lease by more than a second: always, or because the machine paused. */
  static final class SettledLate extends AssertionError {
    private static final long serialVersionUID = 1L;

    private SettledLate(String message) {
      super(message);
    }
  }

  private final Ground ground;
  private final int number;
  private final TrialShape shape;
  private final Collection<Map<String, String>> seenRaw = new ConcurrentLinkedQueue<>();

  Trial(Ground ground, int number, TrialShape shape) {
    this.ground = ground;
    this.number = number;
    this.shape = shape;
  }

  /** Returns a number in the format of its cell. */
  static String number(long value) {
    return Bytes.toStringBinary(Bytes.toBytes(value));
  }

  /** Runs without a fault; the report contains the number of steps. */
  Report withoutFault() throws Exception {
    return run(null, new Step(Kind.WRITE, 0));
  }

  Report run(Fault fault, Step step) throws Exception {
    fill();
    try (Table raw = ground.connection().getTable(ground.table());
        FaultyClient victim = client()) {
      TrialRows rows = new TrialRows(number, raw);
      Network network = victim.network().watchedBy(() -> look(rows));
      if (fault != null) {
        network.at(step.kind(), step.number(), fault);
      }
      CompletableFuture<Outcome> reported = new CompletableFuture<>();
      Future<?> running = ground.threads().submit(() -> runAll(victim, reported));
      awaitEnd(fault, network, running);
      Outcome outcome = reported.getNow(Outcome.GONE);
      Duration settling = settle(rows);
      deliverLate(network, rows);
      assertTrue(outcome, rows);
      return new Report(
          fault != null && network.struckBy(fault).isDone(),
          outcome,
          settling,
          network.count(Kind.WRITE),
          network.count(Kind.READ));
    }
  }

  private FaultyClient client() throws IOException {
    return new FaultyClient(ground.connection().getConfiguration(), ground.lease());
  }

  private void fill() throws Exception {
    ground
        .survivor()
        .run(
            tx -> {
              TrialRows rows = rowsOf(tx);
              for (Map.Entry<String, String> value : shape.before().entrySet()) {
                List<String> cell = Splitter.on('/').splitToList(value.getKey());
                if (shape.leftOver() == LeftOver.NOTHING || !cell.get(0).equals("m")) {
                  rows.put(cell.get(0), cell.get(1), value.getValue());
                }
              }
              rows.put("r", "v", "read");
            });
    ground.survivor().drain();
    if (shape.leftOver() != LeftOver.NOTHING) {
      leaveOver();
    }
  }

  /** Leaves the locks of another client that dies in mid-commit. It creates only the row m. */
  private void leaveOver() throws Exception {
    try (FaultyClient other = client()) {
      Fault end = shape.leftOver() == LeftOver.COMMITTED ? Fault.STOP_AFTER : Fault.STOP_BEFORE;
      other.network().when(WireCall.writing(LockWrite.COMMIT_POINT), end);
      Future<Outcome> unused =
          ground.threads().submit(() -> other.attempt(tx -> writeLeftOver(rowsOf(tx))));
      assertThat(other.network().struckBy(end).get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
          .isNotNull();
      if (shape.leftOver() == LeftOver.COMMITTED) {
        awaitCommitPoint();
      }
    }
  }

  private static void writeLeftOver(TrialRows rows) throws IOException {
    rows.get("r");
    rows.get("m");
    rows.put("a", "v", "left");
    rows.put("m", "v", "left");
    rows.put("z", "v", "left");
  }

  private void awaitCommitPoint() throws Exception {
    try (Table raw = ground.connection().getTable(ground.table())) {
      TrialRows rows = new TrialRows(number, raw);
      Await.until("left over", PATIENCE, () -> "left".equals(rows.content().get("m/v")));
    }
  }

  /** Reads raw before each step of the victim. */
  private CompletableFuture<?> look(TrialRows rows) {
    AsyncTable<?> table = ground.onlooker().getTable(ground.table());
    return table
        .getAll(rows.gets())
        .thenAccept(seen -> seenRaw.add(TrialRows.content(seen.toArray(Result[]::new))));
  }

  /** Runs the transaction and its background work. */
  private Void runAll(FaultyClient victim, CompletableFuture<Outcome> reported) throws IOException {
    reported.complete(victim.attempt(tx -> shape.work().run(rowsOf(tx))));
    victim.drain();
    return null;
  }

  private void awaitEnd(Fault fault, Network network, Future<?> running) throws Exception {
    Await.until(
        "the client is done or stopped",
        PATIENCE,
        () -> running.isDone() || (isStandstill(fault) && network.struckBy(fault).isDone()));
    if (fault == Fault.PAUSE && network.struckBy(fault).isDone()) {
      try (Table raw = ground.connection().getTable(ground.table())) {
        settle(new TrialRows(number, raw));
      }
      ground.survivor().run(tx -> rowsOf(tx).put("r", "v", "changed"));
      network.resume();
    }
    if (!network.isStopped()) {
      var unused = running.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private static boolean isStandstill(Fault fault) {
    return fault == Fault.PAUSE || fault == Fault.STOP_BEFORE || fault == Fault.STOP_AFTER;
  }

  /** Reads the rows with another client until no lock is left, and checks the time. */
  private Duration settle(TrialRows raw) throws Exception {
    Duration allowed = ground.lease().plusSeconds(1);
    long start = System.nanoTime();
    boolean inTime =
        Await.holdsWithin(
            allowed,
            () -> {
              Map<String, String> unused = readByTransaction();
              return isSettled(raw);
            });
    if (!inTime) {
      throw new SettledLate("Not within " + allowed + ": a reader settles all locks: " + shape);
    }
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private Map<String, String> readByTransaction() throws IOException {
    return ground.survivor().call(tx -> rowsOf(tx).content());
  }

  private TrialRows rowsOf(Transaction tx) {
    return new TrialRows(number, tx.table(ground.table()));
  }

  private boolean isSettled(TrialRows rows) throws IOException {
    for (String name : TrialRows.NAMES) {
      byte[] key = rows.key(name);
      Scan scan =
          new Scan().withStartRow(key).withStopRow(key, true).addFamily(LockColumn.family());
      for (Result row : Rows.scan(rows.table(), scan)) {
        byte[] lock = row.getValue(LockColumn.family(), LockColumn.qualifier());
        if (DecodedLock.of(ground.table(), key, lock).state() != DecodedLock.State.STABLE) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Delivers late requests after the settlement; they must change nothing. Hidden versions may
   * disappear, because a server drops them when it flushes a region.
   */
  private static void deliverLate(Network network, TrialRows rows) throws IOException {
    List<String> settled = rows.everything();
    List<String> visible = rows.newest();
    network.deliverLate();
    assertThat(settled).as("all cells before late deliveries").containsAll(rows.everything());
    assertThat(rows.newest()).as("newest cells after late deliveries").isEqualTo(visible);
  }

  private void assertTrue(Outcome outcome, TrialRows raw) throws IOException {
    Map<String, String> content = withoutReadRow(readByTransaction());
    boolean committed = content.equals(shape.after());
    assertThat(content).as("all or nothing").isIn(shape.before(), shape.after());
    assertThat(withoutReadRow(raw.content())).as("raw").isEqualTo(content);
    if (outcome == Outcome.COMMITTED) {
      assertThat(content).as("reported as committed").isEqualTo(shape.after());
    } else if (outcome == Outcome.NOT_COMMITTED) {
      assertThat(content).as("reported as not committed").isEqualTo(shape.before());
    }
    if (!committed) {
      assertNothingUncommittedSeen();
    }
  }

  /** Removes the row r, which the transaction only reads; others write it. */
  private static Map<String, String> withoutReadRow(Map<String, String> content) {
    content.keySet().removeIf(cell -> cell.startsWith("r/"));
    return content;
  }

  /** Asserts that raw readers saw no value that only the transaction writes. */
  private void assertNothingUncommittedSeen() {
    for (Map<String, String> seen : seenRaw) {
      seen.forEach(
          (cell, value) ->
              assertThat(value.equals("new") || isIncremented(cell, value))
                  .as("a raw reader saw %s = %s", cell, value)
                  .isFalse());
    }
  }

  private boolean isIncremented(String cell, String value) {
    return cell.endsWith("/n") && value.equals(shape.after().get(cell));
  }
}
