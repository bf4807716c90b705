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
 * @param reportsUnheard whether it reports that no region has received a write that all servers
 *     turned away
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
    boolean reportsUnheard,
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

  /** Returns the outcome of a write that every server has turned away. */
  WriteOutcome turnedAway() {
    return reportsUnheard ? WriteOutcome.unapplied(refused()) : WriteOutcome.rejected(refused());
  }

  /** Delivers an answer to the client after a delay, if the client still lives then. */
  void answerAfter(Duration delay, Runnable news) {
    wire.after(delay, () -> life.enter(news));
  }

  void failAfter(Duration delay, CompletableFuture<?> promise, IOException failure) {
    answerAfter(delay, () -> promise.completeExceptionally(failure));
  }

  /**
   * Notes which kind of server answers a read, because the answer does not show whether it is
   * stale.
   */
  void noteRead(Servers.Service service) {
    if (service == Servers.Service.OUTDATED) {
      counts.count(Verdict.STALE_READS);
    }
  }

  /** Repeats a request with new locations, after a pause that grows with each attempt. */
  void repeat(int attempt, TableName table, Runnable request) {
    answerAfter(
        BACK_OFF.multipliedBy(attempt),
        () -> {
          regions.forget(table);
          request.run();
        });
  }
}
