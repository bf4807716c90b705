package io.rowlock.simulator;

import io.rowlock.SimulatedManager;
import io.rowlock.TransactionManager;
import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TraceListener;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionLimits;
import io.rowlock.simulator.UserRecord.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One process: runs random transactions, several at a time, until it has run enough or has died.
 */
final class SimulatedClient {

  private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);
  private static final TransactionLimits LIMITS = new TransactionLimits(1000, 1_000_000);
  private static final int MAX_RETRIES = 200;

  private final String name;
  private final int process;
  private final LockProtocol protocol;
  private final @Nullable TransactionManager manager;
  private final ManagerDice managed;
  private final ClientLife life;
  private final Environment environment;
  private final List<RowKey> rows;
  private final Random dice;
  private final List<UserRecord> history;
  private final TraceListener trace;
  private final ReservationDice reservations;
  private final ExtraDice extras;
  private final TransactionObserver observer;
  private final boolean wrongHints;
  private int running;

  SimulatedClient(
      ClientContext context,
      int process,
      Environment environment,
      ProtocolSettings settings,
      List<RowKey> rows,
      List<UserRecord> history,
      TraceListener trace,
      ReservationDice reservations,
      ManagerDice managed,
      ExtraDice extras,
      TransactionObserver observer,
      boolean wrongHints) {
    SimulatedStore store = new SimulatedStore(context);
    this.name = context.name();
    this.process = process;
    this.life = context.life();
    this.managed = managed;
    if (managed.isUsed()) {
      SimulatedManager own = manager(store, environment, settings);
      this.protocol = own.protocol();
      this.manager = own.manager();
    } else {
      this.protocol = new LockProtocol(store, store, environment, settings);
      this.manager = null;
    }
    this.environment = environment;
    this.rows = rows;
    this.dice = new Random(environment.random().getAsLong());
    this.history = history;
    this.trace = trace;
    this.reservations = reservations;
    this.extras = extras;
    this.observer = observer;
    this.wrongHints = wrongHints;
  }

  private SimulatedManager manager(
      SimulatedStore store, Environment own, ProtocolSettings settings) {
    int escalateAfter = 1 + managed.dice().nextInt(4);
    int maxRows = managed.dice().nextInt(4) == 0 ? ManagedTransaction.FEWEST_MOST_ROWS : 1000;
    return SimulatedManager.of(store, own, settings, this::runSoon, escalateAfter, maxRows);
  }

  /** Runs a task on a thread of the user, which may be busy. */
  private void runSoon(Runnable task) {
    int micros = managed.dice().nextInt(4) > 0 ? 0 : managed.dice().nextInt(2_000);
    life.schedule(Duration.ofNanos(micros * 1_000L), task);
  }

  ClientLife life() {
    return life;
  }

  /** Runs transactions one after the other. */
  void run(int count) {
    if (count > 0) {
      environment.scheduler().schedule(pause(), () -> runNow(count));
    }
  }

  private void runNow(int count) {
    if (manager != null && managed.next()) {
      runManaged(manager, count);
      return;
    }
    UserRecord record = begin();
    var unused =
        user(record, environment.clock().currentMillis(), reservations.draw(rows))
            .run()
            .handle(
                (done, failure) -> {
                  end(record, failure);
                  run(count - 1);
                  return null;
                });
  }

  private void runManaged(TransactionManager own, int count) {
    running++;
    Random user = new Random(managed.dice().nextLong());
    var unused =
        new ManagedCall(own, environment, rows, user, this::newRecord, this::reportEnd)
            .run()
            .thenRun(
                () -> {
                  running--;
                  run(count - 1);
                });
  }

  /** Reads every row separately, which also settles its lock. */
  void readEachRow() {
    for (RowKey key : rows) {
      UserRecord record = begin();
      var unused =
          user(record, environment.clock().currentMillis(), null)
              .runOn(key)
              .handle(
                  (done, failure) -> {
                    end(record, failure);
                    return null;
                  });
    }
  }

  /** Writes every row in one transaction, and repeats it until it is committed. */
  void writeAllRows() {
    writeAllRows(environment.clock().currentMillis(), MAX_RETRIES);
  }

  private void writeAllRows(long age, int tries) {
    UserRecord record = begin();
    var unused =
        user(record, age, null)
            .runOnAllRows()
            .handle(
                (done, failure) -> {
                  end(record, failure);
                  if (record.outcome() == Outcome.CONFLICT && tries > 0) {
                    Runnable again = () -> writeAllRows(age, tries - 1);
                    environment.scheduler().schedule(pause(), again);
                  }
                  return null;
                });
  }

  private UserTransaction user(
      UserRecord record, long age, @Nullable ReservationRequest reservation) {
    TransactionId id = TransactionId.fresh(environment.random());
    TransactionObserver noting = new NotingObserver(record, observer);
    ActiveTransaction active = new ActiveTransaction(protocol, id, age, LIMITS, noting);
    return new UserTransaction(
        active, environment, rows, dice, record, reservation, extras, wrongHints);
  }

  private UserRecord begin() {
    running++;
    return newRecord();
  }

  private UserRecord newRecord() {
    long now = environment.clock().monotonicNanos();
    UserRecord record = new UserRecord(history.size() + 1L, process, now);
    history.add(record);
    trace.log(name, () -> "begins T" + record.number());
    return record;
  }

  private void end(UserRecord record, @Nullable Throwable failure) {
    running--;
    reportEnd(record, failure);
  }

  private void reportEnd(UserRecord record, @Nullable Throwable failure) {
    record.finish(environment.clock().monotonicNanos(), failure);
    trace.log(name, () -> record + " read " + record.observations() + ", wrote " + written(record));
  }

  private static String written(UserRecord record) {
    StringBuilder text = new StringBuilder();
    record.changes().forEach((key, change) -> text.append(key).append(' ').append(change.kind()));
    return text.toString();
  }

  /** Returns whether no call is open, or the client has died. */
  boolean isAtRest() {
    CompletableFuture<Void> background = protocol.drain();
    return life.isDead() || (running == 0 && background.isDone());
  }

  private Duration pause() {
    return Duration.ofNanos((dice.nextLong() >>> 1) % LONGEST_PAUSE.toNanos());
  }

  @Override
  public String toString() {
    return name;
  }
}
