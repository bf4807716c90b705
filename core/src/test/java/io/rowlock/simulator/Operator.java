package io.rowlock.simulator;

import io.rowlock.internal.protocol.LockWarden;
import io.rowlock.internal.protocol.NotedLock;
import io.rowlock.internal.protocol.ProtocolSettings;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.Surroundings;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** Somebody who settles locks while their owners are at it, and is amid a vacuum's second pass. */
final class Operator {

  private static final Duration LONGEST = Duration.ofMillis(150);

  private final LockWarden warden;
  private final Surroundings surroundings;
  private final Random dice;
  private final Counts counts;
  private int running;

  Operator(ClientContext context, Surroundings surroundings, ProtocolSettings settings) {
    this.warden = new LockWarden(new SimulatedStore(context), surroundings, settings);
    this.surroundings = surroundings;
    this.dice = new Random(surroundings.random().nextLong());
    this.counts = context.counts();
  }

  /** At random times. */
  void vacuum(List<NotedLock> noted, long olderThan) {
    noted.forEach(lock -> later(() -> vacuum(lock, olderThan)));
  }

  private void vacuum(NotedLock lock, long olderThan) {
    counts.count(Fault.VACUUM);
    track(
        warden
            .vacuum(List.of(lock), olderThan, false)
            .thenAccept(fates -> counts.count("vacuum " + fates.get(0))));
  }

  /** At random times. */
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
        warden
            .look(key)
            .thenCompose(
                seen ->
                    seen.isPresent()
                        ? warden
                            .settle(seen.get())
                            .thenAccept(done -> counts.count("settled " + done.kind()))
                        : CompletableFuture.completedFuture(null)));
  }

  private void later(Runnable work) {
    surroundings.scheduler().schedule(Duration.ofNanos(dice.nextLong(LONGEST.toNanos())), work);
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
