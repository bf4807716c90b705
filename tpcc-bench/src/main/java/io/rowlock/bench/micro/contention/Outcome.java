package io.rowlock.bench.micro.contention;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.kit.Target.Bound;
import io.rowlock.bench.micro.contention.Series.Kind;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** All results of a run: the content of {@code summary.json}. */
record Outcome(
    ContentionPlan configuration,
    Environment environment,
    List<Row<Series>> rows,
    List<Ratio> ratios,
    List<Target> targets,
    List<String> failedChecks,
    Points<Series> points) {
  private static final double LEAST_GOODPUT = 0.5;
  private static final double MICROS_PER_MILLI = 1_000;

  private static final Table<Row<Series>> TABLE =
      new Table<Row<Series>>()
          .column("series", -32, Row::series)
          .number("tx/s", 9, 1, row -> row.median(Figure.TX_PER_SECOND))
          .number("p50 ms", 9, 2, row -> millis(row, Figure.P50_MICROS))
          .number("p99 ms", 9, 2, row -> millis(row, Figure.P99_MICROS))
          .number("max ms", 9, 2, row -> millis(row, Figure.SLOWEST_MICROS))
          .number("attempts/tx", 12, 2, row -> row.median(Series.ATTEMPTS_PER_TX))
          .number("RPCs/tx", 7, 1, row -> row.median(Figure.RPCS_PER_TX))
          .column("CPU us", 7, row -> row.medianOrHyphen(Figure.CPU_MICROS_PER_TX))
          .column("servers", 8, row -> row.medianOrHyphen(Figure.SERVER_CPU_MICROS_PER_TX))
          .column("failed", 7, row -> row.count(Figure.FAILED));

  /** Throughput of many threads over that of one, round by round. */
  record Ratio(Kind kind, int threads, Spread txPerSecond) {

    static List<Ratio> of(Points<Series> points) {
      List<Ratio> ratios = new ArrayList<>();
      for (Series many : points.series()) {
        boolean isCounter = many.kind() == Kind.READ_MODIFY_WRITE || many.kind() == Kind.BLIND;
        if (isCounter && many.threads() > 1) {
          points
              .ratio(many, new Series(many.kind(), 1), Figure.TX_PER_SECOND)
              .map(spread -> new Ratio(many.kind(), many.threads(), spread))
              .ifPresent(ratios::add);
        }
      }
      return List.copyOf(ratios);
    }
  }

  static Outcome of(
      ContentionPlan plan,
      Environment environment,
      Points<Series> points,
      List<String> failedChecks) {
    return new Outcome(
        plan, environment, points.rows(), Ratio.of(points), targets(points), failedChecks, points);
  }

  static List<Target> targets(Points<Series> points) {
    List<Target> targets = new ArrayList<>();
    for (Ratio ratio : Ratio.of(points)) {
      String what = ratio.kind() + ", goodput of " + ratio.threads() + " threads over one";
      targets.add(new Target(what, ratio.txPerSecond().median(), Bound.AT_LEAST, LEAST_GOODPUT));
    }
    for (Row<Series> row : points.rows()) {
      long failed = row.count(Figure.FAILED);
      targets.add(new Target(row.series() + ", failures", failed, Bound.AT_MOST, 0));
      if (row.series().kind() == Kind.AUDITS) {
        long fewest = row.count(Series.FEWEST_PER_SECOND);
        targets.add(new Target("audits in any second", fewest, Bound.AT_LEAST, 1));
      }
    }
    return List.copyOf(targets);
  }

  /** The results as text: medians of the rounds. */
  void print(PrintWriter out) {
    TABLE.print("medians of the rounds", rows, out);
    for (Row<Series> row : rows) {
      if (row.series().kind() == Kind.AUDITS) {
        out.printf(
            "  in the poorest second of all rounds: %d%n", row.count(Series.FEWEST_PER_SECOND));
      }
    }
    out.println();
    for (Ratio ratio : ratios) {
      out.printf(
          "%s, %d threads / one: throughput %s%n",
          ratio.kind(), ratio.threads(), ratio.txPerSecond().times());
    }
    out.println();
    targets.forEach(out::println);
    failedChecks.forEach(check -> out.println("A CHECK FAILED: " + check));
  }

  private static double millis(Row<Series> row, Figure micros) {
    return row.median(micros) / MICROS_PER_MILLI;
  }
}
