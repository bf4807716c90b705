package io.rowlock.bench.scale;

import io.rowlock.bench.measure.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/** Finds points, and compares those of the same round. */
record Points(List<Point> all) {

  /** One over the other; nothing when one of them was not measured. */
  Optional<Spread> ratio(
      Subject numerator,
      ToDoubleFunction<Point> numeratorValue,
      Subject denominator,
      ToDoubleFunction<Point> denominatorValue) {
    return combine(
        numerator,
        denominator,
        (one, other) -> numeratorValue.applyAsDouble(one) / denominatorValue.applyAsDouble(other));
  }

  Optional<Spread> ratio(Subject numerator, Subject denominator, ToDoubleFunction<Point> value) {
    return ratio(numerator, value, denominator, value);
  }

  /** How many delays longer something takes when each request is delayed, by what it really was. */
  Optional<Spread> delays(Subject delayed, ToDoubleFunction<Point> micros) {
    return combine(
        delayed,
        delayed.delayMillis(0),
        (slow, fast) ->
            (micros.applyAsDouble(slow) - micros.applyAsDouble(fast)) / slow.addedMicros());
  }

  Optional<Spread> spread(Subject subject, ToDoubleFunction<Point> value) {
    return spread(
        all.stream()
            .filter(point -> point.subject().equals(subject))
            .map(value::applyAsDouble)
            .toList());
  }

  private Optional<Spread> combine(
      Subject first, Subject second, ToDoubleBiFunction<Point, Point> value) {
    List<Double> values = new ArrayList<>();
    for (Point point : all) {
      for (Point other : all) {
        if (point.subject().equals(first)
            && other.subject().equals(second)
            && point.round() == other.round()) {
          values.add(value.applyAsDouble(point, other));
        }
      }
    }
    return spread(values);
  }

  private static Optional<Spread> spread(List<Double> values) {
    return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
  }
}
