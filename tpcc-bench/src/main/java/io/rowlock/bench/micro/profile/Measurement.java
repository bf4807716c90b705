package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.kit.clients.Clients;
import io.rowlock.bench.kit.clients.Measured;
import io.rowlock.bench.kit.clients.Share;
import io.rowlock.bench.micro.profile.Workload.LibraryCounts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Measures one point in one window, with all clients. */
record Measurement(Plan plan, Clients<Slot, Share> clients, @Nullable Path conf, Audit audit) {
  /** Measures the throughput only. */
  double warm(Slot slot) throws IOException {
    return (double) run(slot).tally().committedInTime() / slot.seconds();
  }

  Point<Series> measure(Slot slot) throws IOException {
    Measured measured = run(slot);
    Share sum = measured.sum();
    audit.reportFailures(slot, sum.tally());
    if (ProfileClient.isCountedByLibrary(sum)) {
      audit.check(slot, sum.tally(), ProfileClient.counts(sum), ProfileClient.requests(sum));
    }
    return point(slot, measured, ProfileClient.counts(sum), ProfileClient.looks(sum));
  }

  private Measured run(Slot slot) throws IOException {
    Measured measured = Measured.run(clients, plan.clients.count(), slot, conf);
    requireCommits(slot, measured.tally());
    return measured;
  }

  static Point<Series> point(Slot slot, Measured measured, LibraryCounts counts, long looks) {
    double failed = measured.tally().failed();
    return measured
        .point(slot.series(), slot.round(), Figure.TX_PER_SECOND, slot.seconds())
        .with(Figure.CONFLICTS_PER_TX, measured.each(counts.conflicts()))
        .with(Series.FAILED_PER_TX, failed / (measured.tally().committed() + failed))
        .with(Series.RPCS_FOREGROUND_PER_TX, measured.each(counts.rpcsForeground()))
        .with(Series.RPCS_BACKGROUND_PER_TX, measured.each(counts.rpcsBackground() - looks))
        .with(Series.LOOKS_PER_SECOND, (double) looks / slot.seconds());
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
    private final Consumer<String> disagreements;

    Audit(PrintWriter err, Consumer<String> disagreements) {
      this.err = err;
      this.disagreements = disagreements;
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

    private void compare(Slot slot, String what, long library, String other, long counted) {
      if (library == counted) {
        return;
      }
      String disagreement =
          "%s, round %d: the library counted %d %s, %s %d"
              .formatted(slot, slot.round(), library, what, other, counted);
      disagreements.accept(disagreement);
      err.println("THE COUNTS DISAGREE: " + disagreement);
    }
  }
}
