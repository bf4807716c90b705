package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.HistogramText;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.RunResult.Interval;
import io.rowlock.bench.tpcc.run.ResultMaker.Measured;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What clients measured in a window of a mode.
 *
 * @param seconds the length of the window
 * @param micros latencies of each kind, as text
 * @param ends of the intervals, in seconds since the beginning
 * @param tps transactions per second in each interval
 * @param rpcs requests to region servers
 */
record ModeSample(
    double seconds,
    EventCounts counts,
    Map<Kind, String> micros,
    List<Double> ends,
    List<Double> tps,
    long rpcs,
    long rowMutations,
    @Nullable String firstFailure) {

  static ModeSample of(Measured measured) {
    Map<Kind, String> micros = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      micros.put(kind, HistogramText.encode(measured.histograms().sum(kind)));
    }
    return new ModeSample(
        measured.seconds(),
        measured.counts(),
        micros,
        measured.intervals().stream().map(Interval::second).toList(),
        measured.intervals().stream().map(Interval::tps).toList(),
        measured.difference().allRpcs(),
        measured.difference().rowMutations(),
        measured.firstFailure());
  }

  /** The sum with another client of the same window. */
  ModeSample plus(ModeSample other) {
    Map<Kind, String> sums = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      Histogram sum = histogram(kind);
      sum.add(other.histogram(kind));
      sums.put(kind, HistogramText.encode(sum));
    }
    List<Double> longer = ends.size() < other.ends.size() ? other.ends : ends;
    return new ModeSample(
        Math.max(seconds, other.seconds),
        counts.plus(other.counts),
        sums,
        longer,
        IntStream.range(0, longer.size()).mapToObj(i -> at(i, tps) + at(i, other.tps)).toList(),
        rpcs + other.rpcs,
        rowMutations + other.rowMutations,
        firstFailure == null ? other.firstFailure : firstFailure);
  }

  private static double at(int index, List<Double> values) {
    return index < values.size() ? values.get(index) : 0;
  }

  /** The latencies of a kind. */
  Histogram histogram(Kind kind) {
    Histogram copy = Histograms.empty();
    copy.add(HistogramText.decode(Objects.requireNonNull(micros.get(kind))));
    return copy;
  }

  /** The latencies of all kinds. */
  Histogram allMicros() {
    Histogram all = Histograms.empty();
    for (Kind kind : Kind.values()) {
      all.add(histogram(kind));
    }
    return all;
  }
}
