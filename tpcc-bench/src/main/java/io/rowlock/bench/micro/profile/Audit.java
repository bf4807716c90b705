package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.micro.profile.Measurement.Slot;
import io.rowlock.bench.micro.profile.Workload.LibraryCounts;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Compares what was counted in two places, and is loud where they differ. */
final class Audit {
  private final PrintWriter err;
  private final List<String> disagreements = new ArrayList<>();

  Audit(PrintWriter err) {
    this.err = err;
  }

  /**
   * @param library what the library counted in a window
   * @param rpcs what the RPC client counted in the same window
   */
  void check(Slot slot, Tally tally, LibraryCounts library, long rpcs) {
    compare(slot, "RPCs", library.rpcs(), "the RPC client", rpcs);
    compare(slot, "commits", library.committed(), "the benchmark", tally.committed());
  }

  /** Failures are counted, not disagreements; but their reason should not be lost. */
  void tellFailures(Slot slot, Tally tally) {
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
