package io.rowlock.bench.kit;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one window of a series, in their order in files; null where there is nothing to
 * measure.
 */
public record Point<S extends Point.SeriesKey>(
    S series, int round, Map<Figure, @Nullable Object> figures) {

  private static final ObjectMapper JSON = new ObjectMapper();

  public static <S extends SeriesKey> Point<S> of(S series, int round) {
    Map<Figure, @Nullable Object> none = new LinkedHashMap<>();
    return new Point<>(series, round, none);
  }

  /** Returns a copy with one more figure. */
  public Point<S> with(Figure figure, @Nullable Object value) {
    Map<Figure, @Nullable Object> more = new LinkedHashMap<>(figures);
    more.put(figure, value);
    return new Point<>(series, round, more);
  }

  public double get(Figure figure) {
    return number(figure).doubleValue();
  }

  public Number number(Figure figure) {
    return (Number) Objects.requireNonNull(figures.get(figure), figure.name());
  }

  /** The object in {@code summary.json}. */
  @JsonValue
  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>(series.fields());
    json.put("round", round);
    figures.forEach((figure, value) -> json.put(figure.name(), value));
    return json;
  }

  /** The key of a series. The points of a series differ in their round only. */
  public interface SeriesKey {
    /** Returns the name of the mode or of the work, by which series are compared. */
    default String subject() {
      return toString();
    }

    /** Returns the fields that identify a series in files: its components. */
    default Map<String, Object> fields() {
      return JSON.convertValue(this, new TypeReference<LinkedHashMap<String, Object>>() {});
    }
  }
}
