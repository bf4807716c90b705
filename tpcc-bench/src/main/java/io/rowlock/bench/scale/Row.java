package io.rowlock.bench.scale;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.rowlock.bench.measure.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** All rounds of a subject taken together. */
record Row(
    @JsonUnwrapped Subject subject,
    Spread txPerSecond,
    Spread p50Micros,
    Spread p99Micros,
    Spread commitP50Micros,
    Spread rpcsPerTx,
    Spread addedMicros,
    Spread wavesPerTx,
    Spread commitWavesPerTx,
    long failed) {

  /** Ordered as the subjects were named first. */
  static List<Row> of(List<Point> points) {
    Map<Subject, List<Point>> bySubject =
        points.stream()
            .collect(
                Collectors.groupingBy(Point::subject, LinkedHashMap::new, Collectors.toList()));
    return bySubject.entrySet().stream().map(e -> of(e.getKey(), e.getValue())).toList();
  }

  private static Row of(Subject subject, List<Point> rounds) {
    return new Row(
        subject,
        spread(rounds, Point::txPerSecond),
        spread(rounds, Point::p50Micros),
        spread(rounds, Point::p99Micros),
        spread(rounds, Point::commitP50Micros),
        spread(rounds, Point::rpcsPerTx),
        spread(rounds, Point::addedMicros),
        spread(rounds, Point::wavesPerTx),
        spread(rounds, Point::commitWavesPerTx),
        rounds.stream().mapToLong(Point::failed).sum());
  }

  private static Spread spread(List<Point> rounds, ToDoubleFunction<Point> value) {
    return Spread.of(rounds.stream().map(value::applyAsDouble).toList());
  }
}
