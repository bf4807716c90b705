package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.population.Scale.RunConstants;
import io.rowlock.bench.tpcc.run.RunPlan.Stretch;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the clients of a run do at the same time. The options are not in here: every client has read
 * the same command line.
 *
 * @param beginMillis the common begin of the warm-up, in milliseconds since 1970
 * @param firstTerminal the number of the first terminal of all clients
 * @param ledgers the directory for a ledger of each client; null for none
 */
record Assignment(
    long beginMillis,
    Stretch stretch,
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
        plan.stretch(),
        constants,
        firstTerminal,
        ledgers == null ? null : ledgers.toString());
  }

  /** The common begin by this process's {@link System#nanoTime}. */
  long begin() {
    return System.nanoTime()
        + TimeUnit.MILLISECONDS.toNanos(beginMillis - System.currentTimeMillis());
  }
}
