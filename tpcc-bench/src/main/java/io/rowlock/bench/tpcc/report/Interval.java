package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.tpcc.business.Kind;
import java.util.Map;

/**
 * What was reported after some seconds; all rates are per second of the interval.
 *
 * @param second since the begin of the measured time, at the interval's end
 * @param latencyMillis at the percentile that was asked for
 * @param types completed ones by kind
 */
public record Interval(
    double second,
    int threads,
    double tps,
    double reads,
    double writes,
    double others,
    double latencyMillis,
    double errors,
    double nopm,
    Map<Kind, Double> types,
    double rolledBack,
    double conflicts,
    double giveUps) {

  public double qps() {
    return reads + writes + others;
  }
}
