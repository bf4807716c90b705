package io.rowlock.bench.inserts;

import io.rowlock.bench.measure.Spread;
import java.util.ArrayList;
import java.util.List;

/** Inserts per second of a mode over those of plain HBase, round by round. */
record Ratio(Series series, Spread insertsPerSecond) {

  /** Of every series for which the same was measured of plain HBase. */
  static List<Ratio> of(List<Point> points) {
    List<Ratio> ratios = new ArrayList<>();
    for (Series series : points.stream().map(Point::series).distinct().toList()) {
      List<Double> values = new ArrayList<>();
      Series raw = new Series(series.servers(), series.ids(), InsertMode.RAW);
      for (Point one : points) {
        for (Point other : points) {
          boolean isPair = one.series().equals(series) && other.series().equals(raw);
          if (isPair && one.round() == other.round()) {
            values.add(one.insertsPerSecond() / other.insertsPerSecond());
          }
        }
      }
      if (series.mode() != InsertMode.RAW && !values.isEmpty()) {
        ratios.add(new Ratio(series, Spread.of(values)));
      }
    }
    return List.copyOf(ratios);
  }
}
