package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.access.Steps;
import java.io.PrintWriter;
import java.util.Locale;

/** What mode 2pc does with rows, beside what was counted on paper. */
final class TwoPhaseCount {
  private TwoPhaseCount() {}

  /** Nothing of other modes. */
  static void print(Client client, PrintWriter out) {
    Steps steps = client.steps().get("NewOrder");
    if (steps == null || steps.transactions() == 0) {
      return;
    }
    out.printf(
        Locale.ROOT,
        "%nRow operations of a New-Order of mode 2pc, warm-up included: %.1f (counted on paper, of"
            + " ten lines: %d), in %.1f requests; by steps, of %d: %s%n",
        steps.rowOperationsPerTransaction(),
        Steps.expectedOfNewOrder().rowOperations(),
        steps.requestsPerTransaction(),
        steps.transactions(),
        steps.rows());
  }
}
