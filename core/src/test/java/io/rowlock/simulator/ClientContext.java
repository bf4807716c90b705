package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.LockAudit;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.MemoryCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;

/**
 * What the parts of a client's store share.
 *
 * @param writesRegions whether it may write several rows of a region at once
 * @param tellsUnheard whether it tells of a write that nobody takes that no region has heard of it
 */
record ClientContext(
    String name,
    ClientLife life,
    Wire wire,
    Servers servers,
    RegionCache regions,
    MemoryCluster cluster,
    LockAudit audit,
    StaleView staleView,
    ClientFaults clientFaults,
    TableChanges changes,
    Rights rights,
    boolean writesRegions,
    boolean tellsUnheard,
    Counts counts) {

  /** How often the store repeats a request before it gives up. */
  static final int MAX_ATTEMPTS = 5;

  private static final Duration BACK_OFF = Duration.ofMillis(2);

  static IOException noAnswer() {
    return new IOException("Simulated: no answer");
  }

  static IOException refused() {
    return new IOException("Simulated: refused");
  }

  /** What becomes of a write that every server has turned away. */
  WriteOutcome turnedAway() {
    return tellsUnheard ? WriteOutcome.unheard(refused()) : WriteOutcome.rejected(refused());
  }

  /** The client hears something after a while, if it still lives then. */
  void answerAfter(Duration delay, Runnable news) {
    wire.after(delay, () -> life.enter(news));
  }

  void failAfter(Duration delay, CompletableFuture<?> promise, IOException failure) {
    answerAfter(delay, () -> promise.completeExceptionally(failure));
  }

  /** Notes who answers a read: what is seen of the past cannot be told from the present. */
  void noteRead(Servers.Service service) {
    if (service == Servers.Service.OUTDATED) {
      counts.count(Verdict.STALE_READS);
    }
  }

  /** Asks for the locations again and repeats something, a little later each time. */
  void repeat(int attempt, TableName table, Runnable request) {
    answerAfter(
        BACK_OFF.multipliedBy(attempt),
        () -> {
          regions.forget(table);
          request.run();
        });
  }
}
