package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.RowLock.Stable;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.Surroundings;
import io.rowlock.simulation.MemoryCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Put;

/**
 * Somebody who settles locks while their owners are at it, and is in the second pass of a vacuum.
 */
final class RandomOperator {

  /** All clocks are nearer to each other, and no run lasts as long. */
  static final Duration HORIZON = Duration.ofHours(2);

  private static final Duration LONGEST = Duration.ofMillis(150);

  /** Whoever counts fences would write the same again. */
  private static final Stable FIRST_FENCE = Stable.UNBORN.fencedAt(1);

  private final LockWarden warden;
  private final Surroundings surroundings;
  private final List<RowKey> rows;
  private final Random random;
  private final ServerAudit audit;
  private final Tally tally;
  private final List<NotedLock> noted = new ArrayList<>();
  private int running;

  RandomOperator(
      RowStore store,
      Surroundings surroundings,
      ProtocolSettings settings,
      List<RowKey> rows,
      ServerAudit audit,
      Tally tally) {
    this.warden = new LockWarden(store, surroundings, settings);
    this.surroundings = surroundings;
    this.rows = rows;
    this.random = new Random(surroundings.random().nextLong());
    this.audit = audit;
    this.tally = tally;
  }

  /** Some rows without data were locked and given up a horizon ago, and the first pass saw it. */
  void leaveFences(MemoryCluster cluster, long before) {
    for (RowKey key : rows) {
      if (random.nextBoolean() && cluster.rawGet(key).cells().isEmpty()) {
        long lockTime = before - random.nextInt(1000);
        StoredLock fence = new StoredLock(RowLockCodec.encode(FIRST_FENCE), lockTime);
        Put put = new Put(key.row());
        put.addColumn(LockColumn.family(), LockColumn.qualifier(), lockTime, fence.bytes());
        cluster.rawWrite(key.table(), put);
        noted.add(new NotedLock(key, fence));
      }
    }
  }

  /** Begins, at random times. */
  void run(long olderThan) {
    noted.forEach(lock -> later(() -> vacuum(lock, olderThan)));
    int settled = random.nextInt(30);
    for (int i = 0; i < settled; i++) {
      RowKey key = rows.get(random.nextInt(rows.size()));
      later(() -> settle(key));
    }
  }

  private void later(Runnable work) {
    long nanos = random.nextLong(LONGEST.toNanos());
    surroundings.scheduler().schedule(Duration.ofNanos(nanos), work);
  }

  private void vacuum(NotedLock lock, long olderThan) {
    track(
        warden
            .vacuum(List.of(lock), olderThan, false)
            .thenAccept(
                fates -> {
                  tally.count("vacuum " + fates.get(0));
                  if (fates.get(0) == VacuumFate.DELETED) {
                    audit.tell("vacuum", lock.key());
                    audit.row(lock.key()).vacuumed(lock.lock());
                  }
                }));
  }

  private void settle(RowKey key) {
    track(
        warden
            .look(key)
            .thenCompose(
                seen ->
                    seen.isPresent()
                        ? warden
                            .settle(seen.get())
                            .thenAccept(done -> tally.count("settled " + done.kind()))
                        : CompletableFuture.completedFuture(null)));
  }

  private void track(CompletableFuture<Void> work) {
    running++;
    CompletableFuture<Void> unused =
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
