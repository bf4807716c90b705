package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Results;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.micro.profile.Schedule.Warming;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** The results as a text table: medians of the rounds, ratios with their spread. */
record TextReport(Plan plan, Results<Series> results, PrintWriter out) {
  private static final Table<Row<Series>> TABLE =
      new Table<Row<Series>>()
          .column("series", -24, row -> "  " + row.series().mode())
          .number("tx/s", 9, 1, row -> row.median(Figure.TX_PER_SECOND))
          .number("p50 us", 9, 0, row -> row.median(Figure.P50_MICROS))
          .number("p95 us", 9, 0, row -> row.median(Figure.P95_MICROS))
          .number("p99 us", 9, 0, row -> row.median(Figure.P99_MICROS))
          .number("conflicts", 10, 4, row -> row.median(Figure.CONFLICTS_PER_TX))
          .number("failed", 9, 4, row -> row.median(Series.FAILED_PER_TX))
          .number("RPCs fg", 8, 2, row -> row.median(Series.RPCS_FOREGROUND_PER_TX))
          .number("RPCs bg", 8, 2, row -> row.median(Series.RPCS_BACKGROUND_PER_TX))
          .number("looks/s", 8, 1, row -> row.median(Series.LOOKS_PER_SECOND))
          .number("CPU us", 8, 0, row -> row.median(Figure.CLIENT_CPU_MICROS_PER_TX))
          .column("servers", 8, row -> row.text(Figure.SERVER_CPU_MICROS_PER_TX, 0));

  void print() {
    for (Profile profile : plan.profiles) {
      for (int threads : plan.threads) {
        print(profile, threads);
      }
    }
    warmUp(results.others(ProfileExperiment.WARM_UP, Warming.class));
  }

  private void print(Profile profile, int threads) {
    Predicate<Series> isShown =
        series -> series.profile() == profile && series.threads() == threads;
    List<Row<Series>> rows =
        results.rows().stream().filter(row -> isShown.test(row.series())).toList();
    TABLE.print(profile + ", threads: " + threads, rows, out);
    results.ratios().stream()
        .filter(ratio -> isShown.test(ratio.series()))
        .forEach(
            ratio ->
                out.printf(
                    Locale.ROOT,
                    "  %-29s %s %s%n",
                    ratio.series().mode() + " / " + ratio.over().mode(),
                    ratio.figure().name(),
                    ratio.spread().times()));
  }

  private void warmUp(List<Warming> warmUp) {
    if (warmUp.isEmpty()) {
      out.printf("%nWithout a warm-up, these figures are not of compiled code.%n");
      return;
    }
    out.printf("%n%-32s %12s %12s%n", "Warm-up, tx/s", "first turn", "last turn");
    for (Warming warming : warmUp) {
      out.printf(
          Locale.ROOT,
          "  %-30s %12.1f %12.1f  %s%n",
          warming.profile() + " " + warming.mode(),
          warming.first(),
          warming.last(),
          warming.verdict());
    }
  }
}
