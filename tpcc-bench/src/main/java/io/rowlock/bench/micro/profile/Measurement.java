package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Load;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.RpcCounter;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.kit.local.ProcessorTime;
import io.rowlock.bench.micro.profile.Operations.RowChooser;
import io.rowlock.bench.micro.profile.Workload.LibraryCounts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Measures one point in one window. Counters are read while nothing is under way, so that they
 * cover exactly the transactions begun in the window.
 */
record Measurement(Plan plan, RpcCounter rpcs, @Nullable Path conf, Audit audit) {
  /** Measures the throughput only. */
  double warm(Slot slot, int seconds, Workload workload) throws IOException {
    // Rounds are positive: what is measured makes other choices.
    Tally tally = run(slot, Duration.ofSeconds(seconds), -slot.round(), workload);
    workload.settle();
    requireCommits(slot, tally);
    return (double) tally.committedInTime() / seconds;
  }

  Point<Series> measure(Slot slot, Workload workload) throws IOException {
    workload.settle();
    LibraryCounts libraryBefore = workload.counts();
    long conflictsBefore = workload.conflicts();
    long rpcsBefore = rpcs.requests();
    ProcessorTime cpuBefore = ProcessorTime.now(conf);
    Duration time = Duration.ofSeconds(plan.rounds.timeSeconds());
    Tally tally = run(slot, time, slot.round(), workload);
    workload.settle();
    ProcessorTime cpu = ProcessorTime.now(conf).since(cpuBefore);
    LibraryCounts library = workload.counts();
    long requests = rpcs.requests() - rpcsBefore;
    requireCommits(slot, tally);
    audit.reportFailures(slot, tally);
    LibraryCounts counts;
    if (library == null || libraryBefore == null) {
      long conflicts = workload.conflicts() - conflictsBefore;
      counts = new LibraryCounts(tally.committed(), conflicts, requests, 0);
    } else {
      counts = library.minus(libraryBefore);
      audit.check(slot, tally, counts, requests);
    }
    return point(slot, tally, counts, cpu, plan.rounds.timeSeconds());
  }

  /** Latencies are of all transactions begun in the window and committed. */
  static Point<Series> point(
      Slot slot, Tally tally, LibraryCounts counts, ProcessorTime cpu, double seconds) {
    double committed = tally.committed();
    return Point.of(slot.series(), slot.round())
        .with(Figure.TX_PER_SECOND, tally.committedInTime() / seconds)
        .with(Figure.P50_MICROS, tally.latencyMicros(50))
        .with(Figure.P95_MICROS, tally.latencyMicros(95))
        .with(Figure.P99_MICROS, tally.latencyMicros(99))
        .with(Figure.CONFLICTS_PER_TX, counts.conflicts() / committed)
        .with(Series.FAILED_PER_TX, tally.failed() / (committed + tally.failed()))
        .with(Series.RPCS_FOREGROUND_PER_TX, counts.rpcsForeground() / committed)
        .with(Series.RPCS_BACKGROUND_PER_TX, counts.rpcsBackground() / committed)
        .with(Series.CPU_MICROS_PER_TX, micros(cpu.client()) / committed)
        .with(
            Series.SERVER_CPU_MICROS_PER_TX,
            cpu.servers() == null ? null : micros(cpu.servers()) / committed);
  }

  private static double micros(Duration time) {
    return time.toNanos() / 1e3;
  }

  /** All modes get the same choices of rows in the same round. */
  private Tally run(Slot slot, Duration length, int round, Workload workload) throws IOException {
    Profile profile = slot.series().profile();
    int threads = slot.series().threads();
    int seed = Objects.hash(plan.rounds.seed(), profile.label(), threads, round);
    int regionsApart = profile.spansRegions() ? plan.regions() : 1;
    RowChooser rows = new RowChooser(plan.rows, plan.hot, regionsApart);
    return new Window(threads, length, seed).run(workload, new Operations(profile), rows);
  }

  private static void requireCommits(Slot slot, Tally tally) throws IOException {
    if (tally.committed() == 0) {
      throw new IOException(
          slot + ": no transaction was committed; the first failure: " + tally.firstFailure(),
          tally.firstFailure());
    }
  }

  /** A window: a series in a round. */
  record Slot(Series series, int round) {

    @Override
    public String toString() {
      return series.toString();
    }
  }

  /**
   * A stretch of time in which threads run one workload in closed loops. The same seed and thread
   * count make the same choices of rows, in every mode.
   */
  record Window(int threads, Duration length, long seed) {

    /** Returns when every transaction begun in the window has ended. */
    Tally run(Workload workload, Operations operations, RowChooser rows) throws IOException {
      List<Workload.Session> sessions = new ArrayList<>();
      try {
        List<Load.Crew> crews = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
          Workload.Session session = workload.open(operations);
          sessions.add(session);
          crews.add(new Load.Crew(1, random -> session.run(rows.choose(random))));
        }
        Tally sum = new Tally();
        new Load(length, seed).run(crews).forEach(sum::add);
        return sum;
      } finally {
        for (Workload.Session session : sessions) {
          session.close();
        }
      }
    }
  }

  /** Compares counts from two places, and prints where they differ. */
  static final class Audit {
    private final PrintWriter err;
    private final List<String> disagreements = new ArrayList<>();

    Audit(PrintWriter err) {
      this.err = err;
    }

    /** Compares the library's counts of a window with the benchmark's and the RPC client's. */
    void check(Slot slot, Tally tally, LibraryCounts library, long rpcs) {
      compare(slot, "RPCs", library.rpcs(), "the RPC client", rpcs);
      compare(slot, "commits", library.committed(), "the benchmark", tally.committed());
    }

    /** Prints the reason of the first failure: failures are counted, and no disagreement. */
    void reportFailures(Slot slot, Tally tally) {
      if (tally.failed() > 0) {
        err.printf(
            "%s, round %d: %d transactions failed, the first: %s%n",
            slot, slot.round(), tally.failed(), tally.firstFailure());
      }
    }

    List<String> disagreements() {
      return List.copyOf(disagreements);
    }

    private void compare(Slot slot, String what, long library, String other, long counted) {
      if (library == counted) {
        return;
      }
      String disagreement =
          "%s, round %d: the library counted %d %s, %s %d"
              .formatted(slot, slot.round(), library, what, other, counted);
      disagreements.add(disagreement);
      err.println("THE COUNTS DISAGREE: " + disagreement);
    }
  }
}
