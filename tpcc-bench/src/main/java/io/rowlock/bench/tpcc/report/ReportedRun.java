package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.tpcc.business.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * A run and what goes with it.
 *
 * @param label to tell it from others beside it
 * @param latencies in microseconds
 * @param check empty when the database was not checked afterwards
 */
public record ReportedRun(
    String label, RunResult result, Map<Kind, Histogram> latencies, Optional<CheckOutcome> check) {

  /** One of several modes or layouts. */
  public static ReportedRun of(
      RunResult result, Map<Kind, Histogram> latencies, Optional<CheckOutcome> check) {
    String label = result.settings().mode() + " on " + result.settings().layout();
    return new ReportedRun(label, result, latencies, check);
  }

  private ReportedRun under(String name) {
    return new ReportedRun(name + ": " + label, result, latencies, check);
  }

  /** What a run has left in a directory, under a name of its own. */
  static ReportedRun read(String name, Path directory) throws IOException {
    return of(RunResult.read(directory), Histograms.read(directory), Optional.empty()).under(name);
  }

  /**
   * What the check of the database after a run has said.
   *
   * @param text lines for people
   */
  public record CheckOutcome(boolean isPassed, String text) {}
}
