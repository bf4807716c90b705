package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.operations.maintenance.LockMaintenance;
import io.rowlock.operations.maintenance.LockView;
import io.rowlock.operations.maintenance.MarkedLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** Settles locks while their owners are running, and sweeps a vacuum. */
final class Operator {

  private static final int FRESH = 10;
  private static final Duration LONGEST = Duration.ofMillis(150);
  private static final Duration EARLY = Duration.ofMillis(40);

  private final LockMaintenance maintenance;
  private final Environment environment;
  private final Random dice;
  private final Counts counts;
  private final List<LockView> seen = new ArrayList<>();
  private int running;

  Operator(ClientContext context, Environment environment, ProtocolSettings settings) {
    this.maintenance = new LockMaintenance(new SimulatedStore(context), environment, settings);
    this.environment = environment;
    this.dice = new Random(environment.random().getAsLong());
    this.counts = context.counts();
  }

  /** Sweeps at random times. */
  void vacuum(List<MarkedLock> marked, long olderThan) {
    marked.forEach(lock -> within(EARLY, () -> vacuum(lock, olderThan)));
  }

  /** Runs both passes at once, at random times: still only old locks may be deleted. */
  void vacuumWhatIsFresh(List<RowKey> rows, long olderThan) {
    for (int i = 0; i < FRESH; i++) {
      RowKey key = rows.get(dice.nextInt(rows.size()));
      later(() -> track(look(key).thenCompose(lock -> vacuumSeen(lock, olderThan))));
    }
  }

  private CompletableFuture<Optional<LockView>> look(RowKey key) {
    return maintenance
        .look(key)
        .thenApply(
            lock -> {
              lock.ifPresent(seen::add);
              return lock;
            });
  }

  /** The locks that it has looked at. */
  List<LockView> seen() {
    return seen;
  }

  private CompletableFuture<Void> vacuumSeen(Optional<LockView> lock, long olderThan) {
    return lock.isPresent() && lock.get().state() == LockView.State.STABLE
        ? delete(new MarkedLock(lock.get().key(), lock.get().stored()), olderThan)
        : CompletableFuture.completedFuture(null);
  }

  private void vacuum(MarkedLock lock, long olderThan) {
    track(delete(lock, olderThan));
  }

  private CompletableFuture<Void> delete(MarkedLock lock, long olderThan) {
    counts.count(Fault.VACUUM);
    return maintenance
        .vacuum(List.of(lock), olderThan, false)
        .thenAccept(fates -> counts.count("vacuum " + fates.get(0)));
  }

  /** Settles locks at random times. */
  void settle(List<RowKey> rows) {
    int settled = dice.nextInt(30);
    for (int i = 0; i < settled; i++) {
      RowKey key = rows.get(dice.nextInt(rows.size()));
      later(() -> settle(key));
    }
  }

  private void settle(RowKey key) {
    counts.count(Fault.OPERATOR);
    track(
        look(key)
            .thenCompose(
                lock ->
                    lock.isPresent()
                        ? maintenance
                            .settle(lock.get())
                            .thenAccept(done -> counts.count("settled " + done.kind()))
                        : CompletableFuture.completedFuture(null)));
  }

  private void later(Runnable work) {
    within(LONGEST, work);
  }

  private void within(Duration longest, Runnable work) {
    environment
        .scheduler()
        .schedule(Duration.ofNanos((dice.nextLong() >>> 1) % longest.toNanos()), work);
  }

  private void track(CompletableFuture<Void> work) {
    running++;
    var unused =
        work.handle(
            (done, failure) -> {
              running--;
              return null;
            });
  }

  boolean isAtRest() {
    return running == 0;
  }
}
