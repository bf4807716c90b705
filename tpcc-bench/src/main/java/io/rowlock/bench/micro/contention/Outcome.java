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
import java.util.Locale;
import java.util.OptionalDouble;

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
  private static final double LEAST_BLIND = 2;
  private static final double MOST_P99_OVER_P50 = 5;
  private static final double LEAST_FAIRNESS = 0.95;
  private static final double LEAST_BESIDE_AUDITS = 0.8;
  private static final double MICROS_PER_MILLI = 1_000;

  private static final Table<Row<Series>> TABLE =
      new Table<Row<Series>>()
          .column("series", -36, Row::series)
          .number("tx/s", 9, 1, row -> row.median(Figure.TX_PER_SECOND))
          .number("p50 ms", 9, 2, row -> millis(row, Figure.P50_MICROS))
          .number("p99 ms", 9, 2, row -> millis(row, Figure.P99_MICROS))
          .number("max ms", 9, 2, row -> millis(row, Figure.SLOWEST_MICROS))
          .number("attempts/tx", 12, 2, row -> row.median(Series.ATTEMPTS_PER_TX))
          .number("RPCs/tx", 7, 1, row -> row.median(Figure.RPCS_PER_TX))
          .column("CPU us", 7, row -> rounded(row, Series.CLIENT_CPU_MICROS_PER_TX, 0))
          .column("servers", 7, row -> rounded(row, Series.SERVER_CPU_MICROS_PER_TX, 0))
          .column("fairness", 8, row -> rounded(row, Series.FAIRNESS, 3))
          .column("failed", 7, row -> row.count(Figure.FAILED));

  /** Throughput of many threads over that of another series, round by round. */
  record Ratio(Series series, Series over, Spread txPerSecond) {

    static List<Ratio> of(Points<Series> points) {
      List<Ratio> ratios = new ArrayList<>();
      for (Series many : points.series()) {
        if (many.kind().isCounter() && !many.equals(many.alone())) {
          add(points, many, many.alone(), ratios);
          if (many.kind() != Kind.RAW) {
            add(points, many, many.of(Kind.RAW), ratios);
          }
        } else if (many.kind().audits() != null) {
          add(points, many, many.of(Kind.TRANSFERS_ALONE), ratios);
        }
      }
      return List.copyOf(ratios);
    }

    private static void add(Points<Series> points, Series many, Series over, List<Ratio> ratios) {
      points
          .ratio(many, over, Figure.TX_PER_SECOND)
          .map(spread -> new Ratio(many, over, spread))
          .ifPresent(ratios::add);
    }

    boolean isOverOneThread() {
      return over.equals(series.alone());
    }

    @Override
    public String toString() {
      return series + " / " + over;
    }
  }

  static Outcome of(
      ContentionPlan plan,
      Environment environment,
      Points<Series> points,
      List<String> failedChecks) {
    return new Outcome(
        plan,
        environment,
        points.rows(),
        Ratio.of(points),
        targets(points, plan.accounts >= ContentionPlan.LONG_AUDIT),
        failedChecks,
        points);
  }

  /**
   * Returns the goals.
   *
   * @param areAuditsLong whether an audit reads so many accounts that writers must not wait for it
   */
  static List<Target> targets(Points<Series> points, boolean areAuditsLong) {
    List<Target> targets = new ArrayList<>();
    for (Ratio ratio : Ratio.of(points)) {
      limit(ratio, areAuditsLong).ifPresent(limit -> targets.add(target(ratio, limit)));
    }
    for (Row<Series> row : points.rows()) {
      long failed = row.count(Figure.FAILED);
      targets.add(new Target(row.series() + ", failures", failed, Bound.AT_MOST, 0));
      if (row.series().kind().isAudit()) {
        targets.add(audits(row, areAuditsLong));
      }
      if (row.series().kind() == Kind.READ_MODIFY_WRITE && row.series().clients() > 1) {
        targets.addAll(fairness(row));
      }
    }
    return List.copyOf(targets);
  }

  /** Audits that last for seconds must commit in every window, others in every second. */
  private static Target audits(Row<Series> row, boolean areLong) {
    String kind = row.series().kind().toString();
    return areLong
        ? new Target(
            kind + " in any window", row.count(Series.COMMITTED_IN_TIME), Bound.AT_LEAST, 1)
        : new Target(
            kind + " in any second", row.count(Series.FEWEST_PER_SECOND), Bound.AT_LEAST, 1);
  }

  private static Target target(Ratio ratio, double limit) {
    return new Target(ratio + ", throughput", ratio.txPerSecond().median(), Bound.AT_LEAST, limit);
  }

  /** Processes that know nothing of each other are compared with plain HBase, threads with one. */
  private static OptionalDouble limit(Ratio ratio, boolean areAuditsLong) {
    if (!ratio.series().kind().isCounter()) {
      return areAuditsLong ? OptionalDouble.of(LEAST_BESIDE_AUDITS) : OptionalDouble.empty();
    }
    if (ratio.isOverOneThread()) {
      return ratio.series().kind() == Kind.RAW
          ? OptionalDouble.empty()
          : OptionalDouble.of(LEAST_GOODPUT);
    }
    return ratio.series().clients() == 1
        ? OptionalDouble.empty()
        : OptionalDouble.of(ratio.series().kind() == Kind.BLIND ? LEAST_BLIND : 1);
  }

  private static List<Target> fairness(Row<Series> row) {
    double spread = row.median(Figure.P99_MICROS) / row.median(Figure.P50_MICROS);
    return List.of(
        new Target(row.series() + ", p99 / p50", spread, Bound.AT_MOST, MOST_P99_OVER_P50),
        new Target(
            row.series() + ", fairness of processes",
            row.median(Series.FAIRNESS),
            Bound.AT_LEAST,
            LEAST_FAIRNESS));
  }

  /** The results as text: medians of the rounds. */
  void print(PrintWriter out) {
    TABLE.print("medians of the rounds", rows, out);
    for (Row<Series> row : rows) {
      if (row.series().kind().isAudit()) {
        out.printf(
            "  %s, in the poorest second of all rounds: %d%n",
            row.series(), row.count(Series.FEWEST_PER_SECOND));
      }
    }
    out.println();
    for (Ratio ratio : ratios) {
      out.printf("%s: throughput %s%n", ratio, ratio.txPerSecond().times());
    }
    out.println();
    targets.forEach(out::println);
    failedChecks.forEach(check -> out.println("A CHECK FAILED: " + check));
  }

  /** A figure that only some series have. */
  private static String rounded(Row<Series> row, Figure figure, int digits) {
    return row.has(figure)
        ? String.format(Locale.ROOT, "%." + digits + "f", row.median(figure))
        : "-";
  }

  private static double millis(Row<Series> row, Figure micros) {
    return row.median(micros) / MICROS_PER_MILLI;
  }
}
