package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.tpcc.report.Report.ReportedRun;
import java.util.List;

/** What the specification demands of a run, and of the database after it. */
final class CorrectnessSection {
  private CorrectnessSection() {}

  static void add(Html page, ReportedRun run) {
    page.heading("constraints", "Constraints");
    page.element(
        "p",
        "note",
        "What was sampled is judged by the interval in which the true value lies with 99.7 %.");
    page.table(
        List.of(
            "constraint", "of", "measured", "interval", "bound", "samples", "needed", "verdict"),
        run.result().constraints().stream().map(CorrectnessSection::row).toList());
    page.heading("check", "Consistency of the database");
    run.check()
        .ifPresentOrElse(
            check -> {
              page.element(
                  "p",
                  check.isPassed() ? "good" : "bad",
                  check.isPassed() ? "All conditions passed." : "The check FAILED.");
              page.element("pre", check.text());
            },
            () -> page.element("p", "Not checked with this run; see bench tpcc check."));
  }

  private static List<String> row(Constraint constraint) {
    return List.of(
        constraint.group(),
        constraint.what(),
        Numbers.of(constraint.measured()),
        Numbers.of(constraint.lower()) + " to " + Numbers.of(constraint.upper()),
        constraint.bound(),
        Numbers.of(constraint.samples()),
        Numbers.of(constraint.samplesNeeded()),
        constraint.verdict().mark());
  }
}
