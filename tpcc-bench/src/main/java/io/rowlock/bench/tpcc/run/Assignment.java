package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.population.Scale.RunConstants;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the clients of a run do at the same time. The options are not in here: every client has read
 * the same command line.
 *
 * @param beginMillis the common begin of the warm-up, in milliseconds since 1970
 * @param deliveryThreads of each client
 * @param firstTerminal the number of the first terminal of all clients
 * @param ledgers the directory for a ledger of each client; null for none
 */
record Assignment(
    long beginMillis,
    Mode mode,
    long seed,
    long timeMillis,
    long warmupMillis,
    int deliveryThreads,
    int reportInterval,
    RunConstants constants,
    int firstTerminal,
    @Nullable String ledgers) {

  /** Time for the other processes to read the assignment. */
  private static final long LEAD_MILLIS = 1_000;

  /** Returns what clients can begin soon. */
  static Assignment of(
      RunPlan plan, RunConstants constants, int firstTerminal, @Nullable Path ledgers) {
    return new Assignment(
        System.currentTimeMillis() + (plan.options().clients.areProcesses() ? LEAD_MILLIS : 0),
        plan.mode(),
        plan.seed(),
        plan.time().toMillis(),
        plan.warmup().toMillis(),
        plan.deliveryThreads(),
        plan.reportInterval(),
        constants,
        firstTerminal,
        ledgers == null ? null : ledgers.toString());
  }

  /** The common begin by this process's {@link System#nanoTime}. */
  long begin() {
    return System.nanoTime()
        + TimeUnit.MILLISECONDS.toNanos(beginMillis - System.currentTimeMillis());
  }

  RunPlan plan(RunOptions options) {
    return new RunPlan(
        options,
        mode,
        seed,
        Duration.ofMillis(timeMillis),
        Duration.ofMillis(warmupMillis),
        deliveryThreads,
        reportInterval);
  }
}
