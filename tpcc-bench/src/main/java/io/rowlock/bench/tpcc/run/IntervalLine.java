package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Interval;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A line while it runs: up to the bar, what programs expect that read sysbench's. */
final class IntervalLine {
  private IntervalLine() {}

  static String of(Interval interval, int percentile) {
    return String.format(
            Locale.ROOT,
            "[ %.0fs ] thds: %d tps: %4.2f qps: %4.2f (r/w/o: %4.2f/%4.2f/%4.2f) lat (ms,%d%%):"
                + " %4.2f err/s %4.2f reconn/s: %4.2f",
            interval.second(),
            interval.threads(),
            interval.tps(),
            interval.qps(),
            interval.reads(),
            interval.writes(),
            interval.others(),
            percentile,
            interval.latencyMillis(),
            interval.errors(),
            0.0)
        + rest(interval);
  }

  private static String rest(Interval interval) {
    String names =
        Arrays.stream(Kind.values()).map(Kind::abbreviation).collect(Collectors.joining("/"));
    String rates =
        Arrays.stream(Kind.values())
            .map(kind -> interval.types().getOrDefault(kind, 0.0))
            .map(rate -> String.format(Locale.ROOT, "%.1f", rate))
            .collect(Collectors.joining("/"));
    return String.format(
        Locale.ROOT,
        " | nopm: %.0f %s: %s ucabort/s: %.2f cflt/s: %.2f giveup/s: %.2f",
        interval.nopm(),
        names,
        rates,
        interval.rolledBack(),
        interval.conflicts(),
        interval.giveUps());
  }
}
