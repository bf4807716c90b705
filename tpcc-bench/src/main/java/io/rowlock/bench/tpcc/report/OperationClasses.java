package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.tpcc.access.OperationTimes;
import io.rowlock.bench.tpcc.access.Phase;
import io.rowlock.bench.tpcc.access.RpcKinds.RpcKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Where the time of a run went. */
public final class OperationClasses {
  private static final double NANOS_IN_MILLI = 1_000_000;
  private static final double MICROS_IN_MILLI = 1_000;

  private OperationClasses() {}

  /**
   * Classes that there was at least one operation of.
   *
   * @param requests in microseconds
   * @param phases by types of business transactions
   */
  public static List<OperationClass> of(
      Map<RpcKind, Histogram> requests, Map<String, OperationTimes.Spent> phases) {
    List<OperationClass> classes = new ArrayList<>();
    requests.forEach(
        (kind, micros) -> {
          if (micros.getTotalCount() > 0) {
            classes.add(request(kind, micros));
          }
        });
    phases.forEach((type, spent) -> addPhases(classes, type, spent));
    if (!phases.isEmpty()) {
      addPhases(classes, OperationClass.ALL, OperationTimes.Spent.sum(phases.values()));
    }
    return classes;
  }

  private static OperationClass request(RpcKind kind, Histogram micros) {
    double total = micros.getMean() * micros.getTotalCount() / MICROS_IN_MILLI;
    return line(OperationClass.REQUEST, OperationClass.ALL, kind.label(), total, 0, micros);
  }

  private static void addPhases(
      List<OperationClass> classes, String type, OperationTimes.Spent spent) {
    double all = spent.totalNanos() / NANOS_IN_MILLI;
    for (Map.Entry<Phase, Histogram> phase : spent.micros().entrySet()) {
      double total = spent.nanos().getOrDefault(phase.getKey(), 0L) / NANOS_IN_MILLI;
      double percent = all == 0 ? 0 : 100 * total / all;
      String name = phase.getKey().label();
      classes.add(line(OperationClass.PHASE, type, name, total, percent, phase.getValue()));
    }
    classes.add(
        line(OperationClass.PHASE, type, OperationClass.TRANSACTION, all, 100, spent.latency()));
  }

  private static OperationClass line(
      String scope, String type, String name, double total, double percent, Histogram micros) {
    Latency latency = Latency.of(micros);
    List<Double> quantiles =
        OperationClass.PERCENTILES.stream()
            .map(percentile -> Latency.percentile(micros, percentile))
            .toList();
    return new OperationClass(
        scope,
        type,
        name,
        latency.count(),
        total,
        percent,
        total / latency.count(),
        latency.p50(),
        latency.p95(),
        latency.p99(),
        latency.max(),
        quantiles);
  }
}
