package io.rowlock.bench.contention;

import io.rowlock.bench.measure.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * All rounds of a series taken together.
 *
 * @param failed in all rounds
 * @param fewestPerSecond in any round; only of audits
 */
record Row(
    Series series,
    Spread txPerSecond,
    Spread p50Micros,
    Spread p99Micros,
    Spread slowestMicros,
    Spread attemptsPerTx,
    Spread rpcsPerTx,
    long failed,
    int fewestPerSecond) {

  /** Ordered as the points are. */
  static List<Row> of(List<Point> points) {
    Map<Series, List<Point>> bySeries =
        points.stream()
            .collect(Collectors.groupingBy(Point::series, LinkedHashMap::new, Collectors.toList()));
    return bySeries.entrySet().stream().map(e -> of(e.getKey(), e.getValue())).toList();
  }

  private static Row of(Series series, List<Point> rounds) {
    return new Row(
        series,
        spread(rounds, Point::txPerSecond),
        spread(rounds, Point::p50Micros),
        spread(rounds, Point::p99Micros),
        spread(rounds, Point::slowestMicros),
        spread(rounds, Point::attemptsPerTx),
        spread(rounds, Point::rpcsPerTx),
        rounds.stream().mapToLong(Point::failed).sum(),
        rounds.stream().mapToInt(Row::fewest).min().orElseThrow());
  }

  private static int fewest(Point point) {
    return point.fewestPerSecond() == null ? 0 : point.fewestPerSecond();
  }

  private static Spread spread(List<Point> rounds, ToDoubleFunction<Point> value) {
    return Spread.of(rounds.stream().map(value::applyAsDouble).toList());
  }
}
