package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms;
import java.io.PrintWriter;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** How latencies are spread: equal bins up to four times the 90th percentile (clause 5.6.1). */
final class HistogramText {
  private static final int BINS = 20;
  private static final int TIMES_P90 = 4;
  private static final double MICROS_PER_MILLI = 1_000;
  private static final int WIDEST = 50;

  private HistogramText() {}

  static void print(Histograms histograms, PrintWriter out) {
    for (Kind kind : Kind.values()) {
      Histogram micros = histograms.sum(kind);
      if (micros.getTotalCount() > 0) {
        out.printf("%n%s, ms up to, transactions:%n", kind.title());
        bins(micros, out);
      }
    }
  }

  private static void bins(Histogram micros, PrintWriter out) {
    double width = (double) TIMES_P90 * micros.getValueAtPercentile(90) / BINS;
    long below = 0;
    for (int bin = 1; bin <= BINS + 1; bin++) {
      boolean isRest = bin == BINS + 1;
      double end = isRest ? micros.getMaxValue() : bin * width;
      long upTo = isRest ? micros.getTotalCount() : micros.getCountBetweenValues(0, (long) end);
      long count = Math.max(0, upTo - below);
      below = Math.max(below, upTo);
      out.printf(
          Locale.ROOT,
          "%12.2f %9d %s%n",
          end / MICROS_PER_MILLI,
          count,
          "*".repeat((int) (WIDEST * count / micros.getTotalCount())));
    }
  }
}
