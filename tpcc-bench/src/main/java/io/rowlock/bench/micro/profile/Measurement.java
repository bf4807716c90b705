package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.kit.clients.Clients;
import io.rowlock.bench.kit.clients.Clients.Measured;
import io.rowlock.bench.kit.local.ProcessorTime;
import io.rowlock.bench.micro.profile.ProfileClient.Sample;
import io.rowlock.bench.micro.profile.ProfileClient.Task;
import io.rowlock.bench.micro.profile.Workload.LibraryCounts;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Measures one point in one window of all clients. */
record Measurement(Plan plan, Clients<Task, Sample> clients, Audit audit) {
  /** Measures the throughput only. */
  double warm(Slot slot, int seconds) throws IOException {
    // Rounds are positive: what is measured makes other choices.
    Task task = new Task(new Slot(slot.series(), -slot.round()), seconds);
    Tally tally = clients.run(task).result().tally();
    requireCommits(slot, tally);
    return (double) tally.committedInTime() / seconds;
  }

  Point<Series> measure(Slot slot) throws IOException {
    int seconds = plan.rounds.timeSeconds();
    Measured<Sample> measured = clients.run(new Task(slot, seconds));
    Sample sample = measured.result();
    Tally tally = sample.tally();
    requireCommits(slot, tally);
    audit.reportFailures(slot, tally);
    if (sample.library() != null) {
      audit.check(slot, tally, sample.library(), sample.rpcs());
    }
    return point(slot, tally, sample.counts(), measured.cpu(), seconds);
  }

  /** Latencies are of all transactions begun in the window and committed. */
  static Point<Series> point(
      Slot slot, Tally tally, LibraryCounts counts, ProcessorTime cpu, double seconds) {
    double committed = tally.committed();
    Point<Series> point =
        Point.of(slot.series(), slot.round())
            .with(Figure.TX_PER_SECOND, tally.committedInTime() / seconds)
            .with(Figure.P50_MICROS, tally.latencyMicros(50))
            .with(Figure.P95_MICROS, tally.latencyMicros(95))
            .with(Figure.P99_MICROS, tally.latencyMicros(99))
            .with(Figure.CONFLICTS_PER_TX, counts.conflicts() / committed)
            .with(Series.FAILED_PER_TX, tally.failed() / (committed + tally.failed()))
            .with(Series.RPCS_FOREGROUND_PER_TX, counts.rpcsForeground() / committed)
            .with(Series.RPCS_BACKGROUND_PER_TX, counts.rpcsBackground() / committed);
    return cpu.addTo(point, committed);
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
