package io.rowlock.bench.kit;

import io.rowlock.bench.kit.Point.SeriesKey;
import io.rowlock.bench.kit.Target.Bound;
import java.util.Optional;

/** A figure of one series over that of another one, round by round. */
public record Ratio<S extends SeriesKey>(S series, S over, Figure figure, Spread spread) {

  /** Returns an empty result if one of the series was not measured. */
  public static <S extends SeriesKey> Optional<Ratio<S>> of(
      Points<S> points, S series, S over, Figure figure) {
    return points
        .ratio(series, over, figure)
        .map(spread -> new Ratio<>(series, over, figure, spread));
  }

  /** Returns a goal for the median. */
  public Target atLeast(double limit) {
    return new Target(toString(), spread.median(), Bound.AT_LEAST, limit);
  }

  @Override
  public String toString() {
    return series + " / " + over + ", " + figure.name();
  }
}
