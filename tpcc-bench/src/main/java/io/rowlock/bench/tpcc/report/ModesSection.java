package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.tpcc.report.Report.ReportedRun;
import io.rowlock.bench.tpcc.report.RunResult.TypeResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.CategoryChart;

/** Runs beside each other. */
final class ModesSection {
  private ModesSection() {}

  static void add(Html page, Drawing drawing, List<ReportedRun> runs) {
    page.heading("modes", "Compared with");
    RunResult first = runs.get(0).result();
    List<List<String>> rows =
        runs.stream().map(run -> row(run.label(), first, run.result())).toList();
    page.table(
        List.of(
            "run",
            "tx/s",
            "ratio",
            "NOPM",
            "mean ms",
            "ratio",
            "p95 ms",
            "requests/tx",
            "row mutations/tx",
            "failures"),
        rows);
    page.element(
        "p", "note", "Ratios are of the run's figure to that of " + runs.get(0).label() + ".");
    draw(page, drawing, runs);
  }

  private static List<String> row(String label, RunResult first, RunResult run) {
    return List.of(
        label,
        Numbers.of(run.totals().transactionsPerSecond()),
        Numbers.ratio(first.totals().transactionsPerSecond(), run.totals().transactionsPerSecond()),
        Numbers.of(run.totals().nopm()),
        Numbers.of(run.totals().latency().mean()),
        Numbers.ratio(first.totals().latency().mean(), run.totals().latency().mean()),
        Numbers.of(run.totals().latency().p95()),
        Numbers.of(run.requests().rpcsPerTransaction()),
        Numbers.of(run.requests().rowMutationsPerTransaction()),
        Numbers.of(run.totals().failures()));
  }

  /** Throughput, and latencies by type. */
  static void draw(Html page, Drawing drawing, List<ReportedRun> runs) {
    Map<String, List<Double>> throughput = new LinkedHashMap<>();
    runs.forEach(
        run -> throughput.put(run.label(), List.of(run.result().totals().transactionsPerSecond())));
    page.raw(
        drawing.svg(
            Charts.bars("Throughput", "per second", List.of("transactions"), throughput, false)));
    page.raw(drawing.svg(types("Mean latency", runs, type -> type.latency().mean())));
    page.raw(drawing.svg(types("95 % answered within", runs, type -> type.latency().p95())));
  }

  private static CategoryChart types(
      String title, List<ReportedRun> runs, ToDoubleFunction<TypeResult> value) {
    List<String> names = runs.get(0).result().types().stream().map(TypeResult::type).toList();
    Map<String, List<Double>> series = new LinkedHashMap<>();
    runs.forEach(
        run -> series.put(run.label(), names.stream().map(name -> of(run, name, value)).toList()));
    return Charts.bars(title, "milliseconds", names, series, false);
  }

  private static double of(ReportedRun run, String type, ToDoubleFunction<TypeResult> value) {
    return run.result().types().stream()
        .filter(one -> one.type().equals(type))
        .mapToDouble(value)
        .sum();
  }
}
