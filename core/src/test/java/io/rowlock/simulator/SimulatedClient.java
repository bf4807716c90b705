package io.rowlock.simulator;

import io.rowlock.SimulatedManager;
import io.rowlock.TransactionManager;
import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.contention.ClaimRequest;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TaleTeller;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.Surroundings;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionLimits;
import io.rowlock.simulator.UserRecord.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One process: runs random transactions, some at a time, until it has run enough or has died. */
final class SimulatedClient {

  private static final Duration LONGEST_REST = Duration.ofMillis(20);
  private static final TransactionLimits LIMITS = new TransactionLimits(1000, 1_000_000);
  private static final int MAX_RETRIES = 200;

  private final String name;
  private final int process;
  private final LockProtocol protocol;
  private final @Nullable TransactionManager manager;
  private final ManagerDice managed;
  private final ClientLife life;
  private final Surroundings surroundings;
  private final List<RowKey> rows;
  private final Random dice;
  private final List<UserRecord> history;
  private final TaleTeller tale;
  private final ClaimDice claims;
  private final ExtraDice extras;
  private final TransactionObserver observer;
  private final boolean guesses;
  private int running;

  SimulatedClient(
      ClientContext context,
      int process,
      Surroundings surroundings,
      ProtocolSettings settings,
      List<RowKey> rows,
      List<UserRecord> history,
      TaleTeller tale,
      ClaimDice claims,
      ManagerDice managed,
      ExtraDice extras,
      TransactionObserver observer,
      boolean guesses) {
    SimulatedStore store = new SimulatedStore(context);
    this.name = context.name();
    this.process = process;
    this.life = context.life();
    this.managed = managed;
    if (managed.isUsed()) {
      SimulatedManager own = manager(store, surroundings, settings);
      this.protocol = own.protocol();
      this.manager = own.manager();
    } else {
      this.protocol = new LockProtocol(store, store, surroundings, settings);
      this.manager = null;
    }
    this.surroundings = surroundings;
    this.rows = rows;
    this.dice = new Random(surroundings.random().nextLong());
    this.history = history;
    this.tale = tale;
    this.claims = claims;
    this.extras = extras;
    this.observer = observer;
    this.guesses = guesses;
  }

  private SimulatedManager manager(
      SimulatedStore store, Surroundings own, ProtocolSettings settings) {
    int escalateAfter = 1 + managed.dice().nextInt(4);
    int maxRows = managed.dice().nextInt(4) == 0 ? ManagedTransaction.FEWEST_MOST_ROWS : 1000;
    return SimulatedManager.of(store, own, settings, this::runSoon, escalateAfter, maxRows);
  }

  /** On a thread of the user's, which may be busy. */
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
      surroundings.scheduler().schedule(rest(), () -> runNow(count));
    }
  }

  private void runNow(int count) {
    if (manager != null && managed.next()) {
      runManaged(manager, count);
      return;
    }
    UserRecord record = begin();
    var unused =
        user(record, surroundings.clock().currentMillis(), claims.draw(rows))
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
        new ManagedCall(own, surroundings, rows, user, this::newRecord, this::tellEnd)
            .run()
            .thenRun(
                () -> {
                  running--;
                  run(count - 1);
                });
  }

  /** Reads every row, each on its own, and cleans up by the way. */
  void readEachRow() {
    for (RowKey key : rows) {
      UserRecord record = begin();
      var unused =
          user(record, surroundings.clock().currentMillis(), null)
              .runOn(key)
              .handle(
                  (done, failure) -> {
                    end(record, failure);
                    return null;
                  });
    }
  }

  /** Writes every row in one transaction, again and again until it is committed. */
  void writeAllRows() {
    writeAllRows(surroundings.clock().currentMillis(), MAX_RETRIES);
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
                    surroundings.scheduler().schedule(rest(), again);
                  }
                  return null;
                });
  }

  private UserTransaction user(UserRecord record, long age, @Nullable ClaimRequest claim) {
    TransactionId id = TransactionId.fresh(surroundings.random());
    ActiveTransaction active = new ActiveTransaction(protocol, id, age, LIMITS, observer);
    return new UserTransaction(active, surroundings, rows, dice, record, claim, extras, guesses);
  }

  private UserRecord begin() {
    running++;
    return newRecord();
  }

  private UserRecord newRecord() {
    long now = surroundings.clock().monotonicNanos();
    UserRecord record = new UserRecord(history.size() + 1L, process, now);
    history.add(record);
    tale.tell(name, () -> "begins T" + record.number());
    return record;
  }

  private void end(UserRecord record, @Nullable Throwable failure) {
    running--;
    tellEnd(record, failure);
  }

  private void tellEnd(UserRecord record, @Nullable Throwable failure) {
    record.finish(surroundings.clock().monotonicNanos(), failure);
    tale.tell(name, () -> record + " read " + record.observations() + ", wrote " + written(record));
  }

  private static String written(UserRecord record) {
    StringBuilder text = new StringBuilder();
    record.changes().forEach((key, change) -> text.append(key).append(' ').append(change.kind()));
    return text.toString();
  }

  /** True when nothing is left to wait for, or nobody left to wait. */
  boolean isAtRest() {
    CompletableFuture<Void> background = protocol.drain();
    return life.isDead() || (running == 0 && background.isDone());
  }

  private Duration rest() {
    return Duration.ofNanos(dice.nextLong(LONGEST_REST.toNanos()));
  }

  @Override
  public String toString() {
    return name;
  }
}
