package io.rowlock.bench.micro.contention;

import static io.rowlock.bench.kit.Figure.P50_MICROS;
import static io.rowlock.bench.kit.Figure.TX_PER_SECOND;

import io.rowlock.bench.kit.Charts;
import io.rowlock.bench.kit.Experiment;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Points.Ratio;
import io.rowlock.bench.kit.Results;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.kit.Table.Titled;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.kit.Target.Bound;
import io.rowlock.bench.micro.contention.Series.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.knowm.xchart.XYChart;

/** How contention is judged and shown. */
record ContentionExperiment(ContentionPlan plan) implements Experiment<Series> {
  private static final double LEAST_GOODPUT = 0.5;
  private static final double LEAST_BLIND = 2;
  private static final double MOST_P99_OVER_P50 = 5;
  private static final double LEAST_FAIRNESS = 0.95;
  private static final double LEAST_BESIDE_AUDITS = 0.8;

  private static final Table<Row<Series>> TABLE =
      new Table<Row<Series>>()
          .column("series", -36, Row::series)
          .number("tx/s", 9, 1, row -> row.median(Figure.TX_PER_SECOND))
          .number("p50 ms", 9, 2, row -> row.millis(Figure.P50_MICROS))
          .number("p99 ms", 9, 2, row -> row.millis(Figure.P99_MICROS))
          .number("max ms", 9, 2, row -> row.millis(Figure.SLOWEST_MICROS))
          .number("attempts/tx", 12, 2, row -> row.median(Series.ATTEMPTS_PER_TX))
          .number("RPCs/tx", 7, 1, row -> row.median(Figure.RPCS_PER_TX))
          .column("CPU us", 7, row -> row.text(Figure.CLIENT_CPU_MICROS_PER_TX, 0))
          .column("servers", 7, row -> row.text(Figure.SERVER_CPU_MICROS_PER_TX, 0))
          .column("fairness", 8, row -> row.text(Figure.FAIRNESS, 3))
          .column("failed", 7, row -> row.count(Figure.FAILED));

  /** The throughput of many threads over that of another series. */
  @Override
  public List<Ratio<Series>> ratios(Points<Series> points) {
    List<Ratio<Series>> ratios = new ArrayList<>();
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

  private static void add(
      Points<Series> points, Series many, Series over, List<Ratio<Series>> ratios) {
    Ratio.of(points, many, over, Figure.TX_PER_SECOND).ifPresent(ratios::add);
  }

  @Override
  public List<Target> targets(Points<Series> points) {
    List<Target> targets = new ArrayList<>();
    for (Ratio<Series> ratio : ratios(points)) {
      limit(ratio).ifPresent(limit -> targets.add(ratio.atLeast(limit)));
    }
    for (Row<Series> row : points.rows()) {
      long failed = row.count(Figure.FAILED);
      targets.add(new Target(row.series() + ", failures", failed, Bound.AT_MOST, 0));
      if (row.series().kind().isAudit()) {
        targets.add(audits(row));
      }
      if (row.series().kind() == Kind.READ_MODIFY_WRITE && row.series().clients() > 1) {
        targets.addAll(fairness(row));
      }
    }
    return List.copyOf(targets);
  }

  /** Whether an audit reads so many accounts that writers must not wait for it. */
  private boolean areAuditsLong() {
    return plan.accounts >= ContentionPlan.LONG_AUDIT;
  }

  /** Audits that last for seconds must commit in every window, others in every second. */
  private Target audits(Row<Series> row) {
    String kind = row.series().kind().toString();
    return areAuditsLong()
        ? new Target(
            kind + " in any window", row.count(Series.COMMITTED_IN_TIME), Bound.AT_LEAST, 1)
        : new Target(
            kind + " in any second", row.count(Series.FEWEST_PER_SECOND), Bound.AT_LEAST, 1);
  }

  /** Processes that know nothing of each other are compared with plain HBase, threads with one. */
  private OptionalDouble limit(Ratio<Series> ratio) {
    Series series = ratio.series();
    if (!series.kind().isCounter()) {
      return areAuditsLong() ? OptionalDouble.of(LEAST_BESIDE_AUDITS) : OptionalDouble.empty();
    }
    if (ratio.over().equals(series.alone())) {
      return series.kind() == Kind.RAW ? OptionalDouble.empty() : OptionalDouble.of(LEAST_GOODPUT);
    }
    return series.clients() == 1
        ? OptionalDouble.empty()
        : OptionalDouble.of(series.kind() == Kind.BLIND ? LEAST_BLIND : 1);
  }

  private static List<Target> fairness(Row<Series> row) {
    double spread = row.median(Figure.P99_MICROS) / row.median(Figure.P50_MICROS);
    return List.of(
        new Target(row.series() + ", p99 / p50", spread, Bound.AT_MOST, MOST_P99_OVER_P50),
        new Target(
            row.series() + ", fairness of processes",
            row.median(Figure.FAIRNESS),
            Bound.AT_LEAST,
            LEAST_FAIRNESS));
  }

  @Override
  public String title() {
    return "Contention";
  }

  @Override
  public String question() {
    return "What do many threads reach that all write one row, and what do audits reach that read"
        + " what transfers change? %d threads at a counter, %d threads of transfers among %d"
            .formatted(plan.threads, plan.transferThreads, plan.accounts)
        + " accounts, %d rounds of %d s"
            .formatted(plan.windows.count(), plan.windows.timeSeconds());
  }

  @Override
  public List<Titled<?>> tables(Results<Series> results) {
    return List.of(TABLE.of("medians of the rounds", results.rows()));
  }

  @Override
  public List<String> sentences(Results<Series> results) {
    return results.rows().stream()
        .filter(row -> row.series().kind().isAudit())
        .map(
            row ->
                "%s, in the poorest second of all rounds: %d"
                    .formatted(row.series(), row.count(Series.FEWEST_PER_SECOND)))
        .toList();
  }

  /** Counters and accounts apart, as their figures differ by orders of magnitude. */
  @Override
  public List<XYChart> charts(Results<Series> results) {
    return results.rows().stream()
        .collect(Collectors.partitioningBy(row -> !row.series().kind().isCounter()))
        .values()
        .stream()
        .filter(rows -> !rows.isEmpty())
        .flatMap(
            rows ->
                Stream.of(
                    chart("transactions per second", rows, row -> row.spread(TX_PER_SECOND)),
                    chart("median latency, ms", rows, row -> row.millisSpread(P50_MICROS))))
        .toList();
  }

  private static XYChart chart(
      String what, List<Row<Series>> rows, Function<Row<Series>, Spread> value) {
    String of = rows.get(0).series().kind().isCounter() ? "One counter: " : "Accounts: ";
    return Charts.spreads(of + what, "threads", rows, Series::crew, value);
  }
}
