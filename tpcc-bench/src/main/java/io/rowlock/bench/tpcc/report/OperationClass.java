package io.rowlock.bench.tpcc.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A line of {@code ops.csv}: operations of one class, times in milliseconds.
 *
 * @param scope {@link #REQUEST} or {@link #PHASE}
 * @param type of business transaction, or {@link #ALL}
 * @param name such as {@code prewrite}; {@link #TRANSACTION} is the sum of a type's phases
 * @param count requests, or business transactions that had the phase
 * @param total of all of them
 * @param percent of the business transactions' latency; 0 for requests, as they overlap
 * @param quantiles at {@link #PERCENTILES}
 */
public record OperationClass(
    String scope,
    String type,
    @JsonProperty("class") String name,
    long count,
    double total,
    double percent,
    double mean,
    double p50,
    double p95,
    double p99,
    double max,
    List<Double> quantiles) {

  /** From the sending of a request to its answer; those of a wave overlap. */
  public static final String REQUEST = "request";

  /** What the thread that ran a business transaction did; all phases add up to the latency. */
  public static final String PHASE = "phase";

  public static final String ALL = "all";
  public static final String TRANSACTION = "transaction";

  /** To draw distributions by. */
  public static final List<Double> PERCENTILES =
      List.of(
          0.0, 1.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 95.0, 98.0, 99.0,
          99.5, 99.9, 100.0);
}
