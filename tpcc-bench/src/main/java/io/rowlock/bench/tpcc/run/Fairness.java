package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.report.Totals;
import java.util.List;

/** Whether threads have had the same share. */
final class Fairness {
  private static final double NANOS = 1e9;

  private Fairness() {}

  static Totals.Fairness among(List<Recorder.Track> tracks) {
    List<Double> events = tracks.stream().map(track -> (double) track.completed()).toList();
    List<Double> seconds = tracks.stream().map(track -> track.busyNanos() / NANOS).toList();
    return new Totals.Fairness(mean(events), deviation(events), mean(seconds), deviation(seconds));
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(value -> value).average().orElse(0);
  }

  static double deviation(List<Double> values) {
    double mean = mean(values);
    List<Double> squares = values.stream().map(value -> (value - mean) * (value - mean)).toList();
    return Math.sqrt(mean(squares));
  }
}
