package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.check.CheckResult;
import io.rowlock.bench.tpcc.check.CheckResult.CheckLine;
import io.rowlock.bench.tpcc.check.Condition;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.population.Scale.RunConstants;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import io.rowlock.bench.tpcc.report.RunResult.Constraint;
import io.rowlock.bench.tpcc.report.RunResult.Deliveries;
import io.rowlock.bench.tpcc.report.RunResult.Interval;
import io.rowlock.bench.tpcc.report.RunResult.Interval.Lost;
import io.rowlock.bench.tpcc.report.RunResult.Interval.Rates;
import io.rowlock.bench.tpcc.report.RunResult.Processes;
import io.rowlock.bench.tpcc.report.RunResult.Requests;
import io.rowlock.bench.tpcc.report.RunResult.Totals;
import io.rowlock.bench.tpcc.report.RunResult.TypeResult;
import io.rowlock.bench.tpcc.report.RunResult.TypeResult.Losses;
import io.rowlock.bench.tpcc.report.Settings.Load;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Results that no run has had. */
public final class Results {
  private Results() {}

  /** Of a minute. */
  public static RunResult of(String mode, double transactionsPerSecond) {
    return of(mode, transactionsPerSecond, operations(mode));
  }

  static RunResult of(String mode, double transactionsPerSecond, List<OperationClass> operations) {
    return new RunResult(
        settings(mode),
        environment(),
        totals(transactionsPerSecond),
        Arrays.stream(Kind.values()).map(kind -> type(kind, transactionsPerSecond)).toList(),
        new Requests(
            Map.of("POINT_READ", 600L, "WRITE", 1_200L), 3.5, 17.25, Map.of("begun", 700L)),
        List.of(interval(10, transactionsPerSecond), interval(20, transactionsPerSecond * 1.1)),
        List.of(
            new Constraint(
                "transaction percentage",
                "Payment",
                43.5,
                ">= 43.0 %",
                43.5,
                43.5,
                1_000,
                0,
                Constraint.Verdict.OK)),
        operations,
        new Processes(List.of(700L, 800L), 0.99, 1_500, null));
  }

  /** The last of so many conditions is broken at the keys, unless there are none. */
  static CheckResult check(int conditions, String... keys) {
    List<CheckLine> lines = new ArrayList<>();
    for (int i = 1; i < conditions; i++) {
      lines.add(new CheckLine(Condition.C2, i, 10, 0, 0, List.of()));
    }
    lines.add(new CheckLine(Condition.C1, 1, 10, 0, keys.length, List.of(keys)));
    return new CheckResult("normalized", "small", Map.of(), null, lines);
  }

  private static List<OperationClass> operations(String mode) {
    return List.of(
        operation(OperationClass.REQUEST, OperationClass.ALL, "point_read", 0),
        operation(OperationClass.REQUEST, OperationClass.ALL, writes(mode), 0),
        operation(OperationClass.PHASE, "New-Order", "client", 25),
        operation(OperationClass.PHASE, "New-Order", writes(mode), 75),
        operation(OperationClass.PHASE, "New-Order", OperationClass.TRANSACTION, 100),
        operation(OperationClass.PHASE, OperationClass.ALL, "client", 25),
        operation(OperationClass.PHASE, OperationClass.ALL, writes(mode), 75),
        operation(OperationClass.PHASE, OperationClass.ALL, OperationClass.TRANSACTION, 100));
  }

  private static String writes(String mode) {
    return mode.equals("tx") ? "prewrite" : "write";
  }

  private static OperationClass operation(String scope, String type, String name, double percent) {
    List<Double> quantiles =
        OperationClass.PERCENTILES.stream().map(percentile -> 0.5 + percentile / 40).toList();
    return new OperationClass(scope, type, name, percent / 10, percent, latency(10), quantiles);
  }

  private static Settings settings(String mode) {
    Scale scale = new Scale(2, 200, 30);
    return new Settings(
        List.of("--threads", "8"),
        mode,
        "normalized",
        "spec",
        "NON-STANDARD SCALE: " + scale,
        Origin.of(scale, 3, 1_700_000_000_000L),
        new RunConstants(1, 2, 3),
        5,
        new Load(8, 1, 60, 10, 0, "RetryPolicy", 2, 2, 5));
  }

  private static Environment environment() {
    return new Environment(
        "2030-01-01T00:00:00Z",
        2,
        1_000,
        "JVM 17",
        "Linux",
        "2.5.13",
        new Cluster.Facts("embedded", "2.5.13", 1),
        null);
  }

  private static Totals totals(double transactionsPerSecond) {
    long count = Math.round(transactionsPerSecond * 60);
    return new Totals(
        60,
        count,
        transactionsPerSecond,
        transactionsPerSecond * 27,
        transactionsPerSecond * 27 - 1,
        new Operations.Counts(count * 20, count * 15, count * 2),
        1,
        latency(count),
        new Deliveries(40, 1, 39, 1, latency(39), 39, 2, 3, 387));
  }

  private static TypeResult type(Kind kind, double transactionsPerSecond) {
    long count = Math.round(transactionsPerSecond * 60 / 5);
    return new TypeResult(
        kind.title(), count, 20, latency(count), 1, 1, count + 2, 1.01, new Losses(2, 0, 0, 1));
  }

  private static Latency latency(long count) {
    return new Latency(count, 1, 12.5, 10, 20, 30, 40, 50, 60);
  }

  private static Interval interval(double second, double transactionsPerSecond) {
    return new Interval(
        second,
        8,
        transactionsPerSecond,
        new Rates(520.1, 484, 50.2),
        41.85,
        0.1,
        transactionsPerSecond * 27,
        Map.of(Kind.NEW_ORDER, 10.9, Kind.PAYMENT, 10.8),
        new Lost(0.11, 1.3, 0));
  }
}
