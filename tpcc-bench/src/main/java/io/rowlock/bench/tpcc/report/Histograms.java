package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.tpcc.business.Kind;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Sums of latencies in microseconds. */
public final class Histograms {
  private static final int DIGITS = 3;

  private Histograms() {}

  public static Histogram empty() {
    return new Histogram(DIGITS);
  }

  /** Adds latencies up, kind by kind. */
  public static Map<Kind, Histogram> sum(Map<Kind, Histogram> some, Map<Kind, Histogram> others) {
    Map<Kind, Histogram> sum = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      Histogram micros = empty();
      micros.add(some.getOrDefault(kind, empty()));
      micros.add(others.getOrDefault(kind, empty()));
      sum.put(kind, micros);
    }
    return sum;
  }

  public static Histogram sum(Collection<Histogram> all) {
    Histogram sum = empty();
    all.forEach(sum::add);
    return sum;
  }

  /** Times in milliseconds; all are 0 without a value. */
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
}
