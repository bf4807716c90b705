package io.rowlock.bench.inserts;

import io.rowlock.bench.measure.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All rounds of a series taken together.
 *
 * @param regionsTouched at most
 * @param failed in all rounds
 */
record Row(
    Series series,
    Spread insertsPerSecond,
    Spread p50Micros,
    Spread p95Micros,
    Spread p99Micros,
    Spread slowestMicros,
    int regionsTouched,
    long failed,
    @Nullable Spread visiblePerSecond) {

  /** Ordered as the points are. */
  static List<Row> of(List<Point> points) {
    Map<Series, List<Point>> bySeries =
        points.stream()
            .collect(Collectors.groupingBy(Point::series, LinkedHashMap::new, Collectors.toList()));
    return bySeries.entrySet().stream().map(e -> of(e.getKey(), e.getValue())).toList();
  }

  private static Row of(Series series, List<Point> rounds) {
    List<Double> visible =
        rounds.stream().map(Point::visiblePerSecond).filter(Objects::nonNull).toList();
    return new Row(
        series,
        spread(rounds, Point::insertsPerSecond),
        spread(rounds, Point::p50Micros),
        spread(rounds, Point::p95Micros),
        spread(rounds, Point::p99Micros),
        spread(rounds, Point::slowestMicros),
        rounds.stream().mapToInt(Point::regionsTouched).max().orElseThrow(),
        rounds.stream().mapToLong(Point::failed).sum(),
        visible.isEmpty() ? null : Spread.of(visible));
  }

  private static Spread spread(List<Point> rounds, ToDoubleFunction<Point> value) {
    return Spread.of(rounds.stream().map(value::applyAsDouble).toList());
  }
}
