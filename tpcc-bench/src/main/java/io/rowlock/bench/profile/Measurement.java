package io.rowlock.bench.profile;

import io.rowlock.bench.measure.RpcCounter;
import io.rowlock.bench.measure.Tally;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;

/**
 * Measures one point in one window. Counters are read while nothing is under way, so that they
 * cover exactly the transactions begun in the window.
 */
final class Measurement {
  private final Plan plan;
  private final RpcCounter rpcs;
  private final Audit audit;

  Measurement(Plan plan, RpcCounter rpcs, Audit audit) {
    this.plan = plan;
    this.rpcs = rpcs;
    this.audit = audit;
  }

  /** Nothing but the throughput is looked at. */
  double warm(Slot slot, int seconds, Workload workload) throws IOException {
    // Rounds are positive: what is measured makes other choices.
    Tally tally = run(slot, Duration.ofSeconds(seconds), -slot.round(), workload);
    workload.settle();
    requireCommits(slot, tally);
    return (double) tally.committedInTime() / seconds;
  }

  Point measure(Slot slot, Workload workload) throws IOException {
    workload.settle();
    LibraryCounts libraryBefore = workload.counts();
    long conflictsBefore = workload.conflicts();
    long rpcsBefore = rpcs.requests();
    Tally tally = run(slot, plan.time(), slot.round(), workload);
    workload.settle();
    LibraryCounts library = workload.counts();
    long requests = rpcs.requests() - rpcsBefore;
    requireCommits(slot, tally);
    audit.tellFailures(slot, tally);
    if (library == null || libraryBefore == null) {
      long conflicts = workload.conflicts() - conflictsBefore;
      LibraryCounts outside = new LibraryCounts(tally.committed(), conflicts, requests, 0);
      return Point.of(slot, tally, outside, plan.timeSeconds());
    }
    LibraryCounts counts = library.minus(libraryBefore);
    audit.check(slot, tally, counts, requests);
    return Point.of(slot, tally, counts, plan.timeSeconds());
  }

  /** All modes get the same choices of rows in the same round. */
  private Tally run(Slot slot, Duration length, int round, Workload workload) throws IOException {
    int seed = Objects.hash(plan.seed(), slot.profile().label(), slot.threads(), round);
    int regionsApart = slot.profile().spansRegions() ? plan.regions() : 1;
    RowChooser rows = new RowChooser(plan.rows(), plan.hot(), regionsApart);
    return new Window(slot.threads(), length, seed)
        .run(workload, new Operations(slot.profile()), rows);
  }

  private static void requireCommits(Slot slot, Tally tally) throws IOException {
    if (tally.committed() == 0) {
      throw new IOException(
          slot + ": no transaction was committed; the first failure: " + tally.firstFailure(),
          tally.firstFailure());
    }
  }
}
