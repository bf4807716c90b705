package io.rowlock.bench.contention;

import io.rowlock.bench.measure.Spread;
import java.util.ArrayList;
import java.util.List;

/** Throughput of many threads over that of one, round by round. */
record Ratio(Kind kind, int threads, Spread txPerSecond) {

  static List<Ratio> of(List<Point> points) {
    List<Ratio> ratios = new ArrayList<>();
    for (Kind kind : List.of(Kind.READ_MODIFY_WRITE, Kind.BLIND)) {
      List<Point> ofKind = points.stream().filter(p -> p.series().kind() == kind).toList();
      List<Double> values = new ArrayList<>();
      int threads = 1;
      for (Point many : ofKind.stream().filter(p -> p.series().threads() > 1).toList()) {
        threads = many.series().threads();
        for (Point one : ofKind) {
          if (one.series().threads() == 1 && one.round() == many.round()) {
            values.add(many.txPerSecond() / one.txPerSecond());
          }
        }
      }
      if (!values.isEmpty()) {
        ratios.add(new Ratio(kind, threads, Spread.of(values)));
      }
    }
    return List.copyOf(ratios);
  }
}
