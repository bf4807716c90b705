package io.rowlock.bench.tpcc.report;

import org.HdrHistogram.Histogram;

/** Times in milliseconds; all 0 when there is none. */
public record Latency(
    long count,
    double min,
    double mean,
    double p50,
    double p90,
    double p95,
    double p99,
    double p999,
    double max) {
  private static final double MICROS = 1_000;

  /** Of microseconds. */
  public static Latency of(Histogram micros) {
    if (micros.getTotalCount() == 0) {
      return new Latency(0, 0, 0, 0, 0, 0, 0, 0, 0);
    }
    return new Latency(
        micros.getTotalCount(),
        micros.getMinValue() / MICROS,
        micros.getMean() / MICROS,
        percentile(micros, 50),
        percentile(micros, 90),
        percentile(micros, 95),
        percentile(micros, 99),
        percentile(micros, 99.9),
        micros.getMaxValue() / MICROS);
  }

  /** In milliseconds, of microseconds. */
  public static double percentile(Histogram micros, double percentile) {
    return micros.getTotalCount() == 0 ? 0 : micros.getValueAtPercentile(percentile) / MICROS;
  }
}
