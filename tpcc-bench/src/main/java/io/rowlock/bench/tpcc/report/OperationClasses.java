package io.rowlock.bench.tpcc.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.rowlock.bench.tpcc.access.OperationTimes;
import io.rowlock.bench.tpcc.access.Phase;
import io.rowlock.bench.tpcc.access.RpcKinds.RpcKind;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The times of a run by class of operation. */
public final class OperationClasses {
  private static final double NANOS_IN_MILLI = 1_000_000;
  private static final double MICROS_IN_MILLI = 1_000;

  private OperationClasses() {}

  /**
   * Returns the classes with at least one operation, of requests in microseconds and of phases by
   * types of business transactions.
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
    return new OperationClass(
        scope, type, name, total, percent, Latency.of(micros), quantiles(micros));
  }

  /** Milliseconds at {@link OperationClass#PERCENTILES}. */
  static List<Double> quantiles(Histogram micros) {
    return OperationClass.PERCENTILES.stream().map(p -> Latency.percentile(micros, p)).toList();
  }

  /**
   * Operations of one class, times in milliseconds.
   *
   * @param scope {@link #REQUEST} or {@link #PHASE}
   * @param type of business transaction, or {@link #ALL}
   * @param name such as {@code prewrite}; {@link #TRANSACTION} is the sum of a type's phases
   * @param total of all requests, or of all business transactions that had the phase
   * @param percent of the business transactions' latency; 0 for requests, as they overlap
   * @param quantiles at {@link #PERCENTILES}
   */
  public record OperationClass(
      String scope,
      String type,
      @JsonProperty("class") String name,
      double total,
      double percent,
      Latency latency,
      List<Double> quantiles) {

    /** The time from a request to its reply; requests of a wave overlap. */
    public static final String REQUEST = "request";

    /** The phases of a business transaction; their sum is its latency. */
    public static final String PHASE = "phase";

    public static final String ALL = "all";
    public static final String TRANSACTION = "transaction";

    /** The percentiles of a distribution chart. */
    public static final List<Double> PERCENTILES =
        List.of(
            0.0, 1.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 95.0, 98.0, 99.0,
            99.5, 99.9, 100.0);
  }
}
