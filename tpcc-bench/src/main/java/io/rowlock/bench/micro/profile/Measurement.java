package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.kit.clients.Clients;
import io.rowlock.bench.kit.clients.Share;
import io.rowlock.bench.kit.local.ProcessorTime;
import io.rowlock.bench.micro.profile.Workload.LibraryCounts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Measures one point in one window, with all clients. */
record Measurement(Plan plan, Clients<Slot, Share> clients, @Nullable Path conf, Audit audit) {
  /** Measures the throughput only. */
  double warm(Slot slot) throws IOException {
    Share sum = Share.sum(clients.run(slot, plan.clients.count()));
    requireCommits(slot, sum.tally());
    return (double) sum.tally().committedInTime() / slot.seconds();
  }

  Point<Series> measure(Slot slot) throws IOException {
    ProcessorTime before = ProcessorTime.now(conf);
    Share sum = Share.sum(clients.run(slot, plan.clients.count()));
    Duration servers = ProcessorTime.now(conf).since(before).servers();
    requireCommits(slot, sum.tally());
    audit.reportFailures(slot, sum.tally());
    if (ProfileClient.isCountedByLibrary(sum)) {
      audit.check(slot, sum.tally(), ProfileClient.counts(sum), ProfileClient.requests(sum));
    }
    ProcessorTime cpu = new ProcessorTime(Duration.ofNanos(sum.processorNanos()), servers);
    return sum.withFirings(
        point(slot, sum.tally(), ProfileClient.counts(sum), ProfileClient.looks(sum), cpu));
  }

  /** Latencies are of all transactions begun in the window and committed. */
  static Point<Series> point(
      Slot slot, Tally tally, LibraryCounts counts, long looks, ProcessorTime cpu) {
    double committed = tally.committed();
    return Point.of(slot.series(), slot.round())
        .with(Figure.TX_PER_SECOND, (double) tally.committedInTime() / slot.seconds())
        .with(Figure.P50_MICROS, tally.latencyMicros(50))
        .with(Figure.P95_MICROS, tally.latencyMicros(95))
        .with(Figure.P99_MICROS, tally.latencyMicros(99))
        .with(Figure.CONFLICTS_PER_TX, counts.conflicts() / committed)
        .with(Series.FAILED_PER_TX, tally.failed() / (committed + tally.failed()))
        .with(Series.RPCS_FOREGROUND_PER_TX, counts.rpcsForeground() / committed)
        .with(Series.RPCS_BACKGROUND_PER_TX, (counts.rpcsBackground() - looks) / committed)
        .with(Series.LOOKS_PER_SECOND, (double) looks / slot.seconds())
        .with(Series.CPU_MICROS_PER_TX, micros(cpu.client()) / committed)
        .with(
            Series.SERVER_CPU_MICROS_PER_TX,
            cpu.servers() == null ? null : micros(cpu.servers()) / committed);
  }

  private static double micros(Duration time) {
    return time.toNanos() / 1e3;
  }

  private static void requireCommits(Slot slot, Tally tally) throws IOException {
    if (tally.committed() == 0) {
      throw new IOException(
          slot + ": no transaction was committed; the first failure: " + tally.firstFailure(),
          tally.firstFailure());
    }
  }

  /** A window: a series in a round; 0 for settling, and less than that for turns of the warm-up. */
  record Slot(Series series, int round, int seconds) {

    boolean warmsUp() {
      return round < 0;
    }

    @Override
    public String toString() {
      return series.toString();
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
