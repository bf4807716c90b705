package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rowlock's transactions against another mode, round by round. */
record Ratio(Profile profile, int threads, Mode over, Spread txPerSecond, Spread p50Micros) {

  /** For every profile and thread count, where both sides were measured. */
  static List<Ratio> of(Points<Series> points) {
    List<Ratio> ratios = new ArrayList<>();
    for (Series series : points.series()) {
      if (series.mode() == Mode.TX) {
        for (Mode over : Mode.values()) {
          of(series, over, points).ifPresent(ratios::add);
        }
      }
    }
    return List.copyOf(ratios);
  }

  private static Optional<Ratio> of(Series series, Mode over, Points<Series> points) {
    if (over == series.mode()) {
      return Optional.empty();
    }
    Series other = series.in(over);
    return points
        .ratio(series, other, Figure.TX_PER_SECOND)
        .flatMap(
            throughput ->
                points
                    .ratio(series, other, Figure.P50_MICROS)
                    .map(
                        latency ->
                            new Ratio(
                                series.profile(), series.threads(), over, throughput, latency)));
  }
}
