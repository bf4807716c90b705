package io.rowlock.bench.kit;

import com.fasterxml.jackson.annotation.JsonValue;
import io.rowlock.bench.kit.Point.SeriesKey;
import io.rowlock.bench.kit.Target.Bound;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;

/** All points of a run; compares points of the same round. */
public record Points<S extends SeriesKey>(List<Point<S>> all) {

  public Points {
    all = List.copyOf(all);
  }

  /** One row for each series, in the order of their first points. */
  public List<Row<S>> rows() {
    Map<S, List<Point<S>>> bySeries =
        all.stream()
            .collect(Collectors.groupingBy(Point::series, LinkedHashMap::new, Collectors.toList()));
    return bySeries.entrySet().stream().map(e -> Row.of(e.getKey(), e.getValue())).toList();
  }

  public List<S> series() {
    return all.stream().map(Point::series).distinct().toList();
  }

  /** The ratio of one series to another; empty if one of them was not measured. */
  public Optional<Spread> ratio(S numerator, S denominator, Figure figure) {
    return ratio(numerator, figure, denominator, figure);
  }

  /** As {@link #ratio(SeriesKey, SeriesKey, Figure)}, for two figures. */
  public Optional<Spread> ratio(S numerator, Figure above, S denominator, Figure below) {
    return compare(numerator, denominator, (one, other) -> one.get(above) / other.get(below));
  }

  /** The spread of a comparison over the rounds; one in which the second did nothing has none. */
  public Optional<Spread> compare(
      S first, S second, ToDoubleBiFunction<Point<S>, Point<S>> comparison) {
    List<Double> values =
        of(first).stream()
            .flatMap(
                one ->
                    of(second).stream()
                        .filter(other -> one.round() == other.round())
                        .map(other -> comparison.applyAsDouble(one, other)))
            .filter(Double::isFinite)
            .toList();
    return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
  }

  /** Returns an empty result if the series was not measured. */
  public Optional<Spread> spread(S series, Figure figure) {
    List<Double> values = of(series).stream().map(point -> point.get(figure)).toList();
    return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
  }

  /** The array in {@code summary.json}. */
  @JsonValue
  List<Point<S>> json() {
    return all;
  }

  /** Returns whether all of these series are evidence. */
  public boolean haveSettled(List<S> some) {
    return some.stream().allMatch(series -> Warmth.hasSettled(of(series)));
  }

  private List<Point<S>> of(S series) {
    return all.stream().filter(point -> Objects.equals(point.series(), series)).toList();
  }

  /** A figure of one series over that of another one, round by round. */
  public record Ratio<S extends SeriesKey>(
      S series, S over, Figure figure, Spread spread, boolean settled) implements Table.Evidence {

    /** Returns an empty result if one of the series was not measured. */
    public static <S extends SeriesKey> Optional<Ratio<S>> of(
        Points<S> points, S series, S over, Figure figure) {
      boolean haveSettled = points.haveSettled(List.of(series, over));
      return points
          .ratio(series, over, figure)
          .map(spread -> new Ratio<>(series, over, figure, spread, haveSettled));
    }

    /** Returns a goal for the median. */
    public Target atLeast(double limit) {
      return target(toString(), Bound.AT_LEAST, limit);
    }

    /** As above, under another name. */
    public Target target(String what, Bound bound, double limit) {
      return new Target(what, spread.median(), bound, limit, settled);
    }

    @Override
    public String toString() {
      return series + " / " + over + ", " + figure.name();
    }
  }
}
