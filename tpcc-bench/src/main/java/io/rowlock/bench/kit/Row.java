package io.rowlock.bench.kit;

import com.fasterxml.jackson.annotation.JsonValue;
import io.rowlock.bench.kit.Point.SeriesKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of a series taken together: each figure is a {@link Spread} or a whole number, and
 * null where no round has measured it.
 */
public record Row<S extends SeriesKey>(
    S series, Map<Figure, @Nullable Object> figures, boolean settled) implements Table.Evidence {
  private static final double MICROS_PER_MILLI = 1_000;

  static <S extends SeriesKey> Row<S> of(S series, List<Point<S>> rounds) {
    Map<Figure, @Nullable Object> figures = new LinkedHashMap<>();
    for (Figure figure : rounds.get(0).figures().keySet()) {
      if (figure.summary() != Figure.Summary.NONE) {
        figures.put(figure, summary(figure, rounds));
      }
    }
    return new Row<>(series, figures, Warmth.hasSettled(rounds));
  }

  private static <S extends SeriesKey> @Nullable Object summary(
      Figure figure, List<Point<S>> rounds) {
    return switch (figure.summary()) {
      case SPREAD -> spread(figure, rounds);
      case SUM -> whole(figure, rounds).sum();
      case LEAST -> whole(figure, rounds).min().orElseThrow();
      case MOST -> whole(figure, rounds).max().orElseThrow();
      case NONE -> null;
    };
  }

  private static <S extends SeriesKey> @Nullable Spread spread(
      Figure figure, List<Point<S>> rounds) {
    List<Double> values =
        rounds.stream()
            .filter(point -> point.figures().get(figure) != null)
            .map(point -> point.get(figure))
            .toList();
    return values.isEmpty() ? null : Spread.of(values);
  }

  /** The value of a round; 0 without one. */
  private static <S extends SeriesKey> LongStream whole(Figure figure, List<Point<S>> rounds) {
    return rounds.stream()
        .mapToLong(
            point -> point.figures().get(figure) == null ? 0 : point.number(figure).longValue());
  }

  public boolean has(Figure figure) {
    return figures.get(figure) != null;
  }

  public Spread spread(Figure figure) {
    return (Spread) Objects.requireNonNull(figures.get(figure), figure.name());
  }

  public double median(Figure figure) {
    return spread(figure).median();
  }

  /** Returns the median as text; a hyphen where nothing was measured. */
  public String text(Figure figure, int digits) {
    return has(figure) ? String.format(Locale.ROOT, "%." + digits + "f", median(figure)) : "-";
  }

  /** Returns the median of a figure in microseconds. */
  public double millis(Figure micros) {
    return median(micros) / MICROS_PER_MILLI;
  }

  /** Returns the spread of a figure in microseconds. */
  public Spread millisSpread(Figure micros) {
    return spread(micros).in(MICROS_PER_MILLI);
  }

  public long count(Figure figure) {
    return (Long) Objects.requireNonNull(figures.get(figure), figure.name());
  }

  /** The object in {@code summary.json}. */
  @JsonValue
  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>(series.fields());
    json.put("settled", settled);
    figures.forEach((figure, value) -> json.put(figure.name(), value));
    return json;
  }
}
