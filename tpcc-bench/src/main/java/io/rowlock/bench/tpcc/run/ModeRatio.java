package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.measure.Spread;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The first mode against another, round by round. */
record ModeRatio(String mode, String over, Spread throughput, Spread meanLatency) {

  static List<ModeRatio> of(List<ModePoint> points) {
    List<String> modes = points.stream().map(ModePoint::mode).distinct().toList();
    String first = points.get(0).mode();
    return modes.stream()
        .filter(mode -> !mode.equals(first))
        .map(
            over ->
                new ModeRatio(
                    first,
                    over,
                    ratio(points, first, over, ModePoint::txPerSecond),
                    ratio(points, first, over, point -> point.millis().mean())))
        .toList();
  }

  private static Spread ratio(
      List<ModePoint> points, String mode, String over, ToDoubleFunction<ModePoint> value) {
    int rounds = points.stream().mapToInt(ModePoint::round).max().orElse(0);
    return Spread.of(
        IntStream.rangeClosed(1, rounds)
            .mapToObj(round -> of(points, mode, round, value) / of(points, over, round, value))
            .toList());
  }

  private static double of(
      List<ModePoint> points, String mode, int round, ToDoubleFunction<ModePoint> value) {
    return points.stream()
        .filter(point -> point.mode().equals(mode) && point.round() == round)
        .mapToDouble(value)
        .findFirst()
        .orElseThrow();
  }
}
