package io.rowlock.bench.kit;

import java.util.List;
import java.util.Locale;

/** The spread of a figure over the rounds. */
public record Spread(double min, double median, double max) {

  public static Spread of(List<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("No values");
    }
    List<Double> sorted = values.stream().sorted().toList();
    int half = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    return new Spread(sorted.get(0), median, sorted.get(sorted.size() - 1));
  }

  /** Returns the spread in a unit that is so many times as large. */
  public Spread in(double unit) {
    return new Spread(min / unit, median / unit, max / unit);
  }

  /** The text of a ratio: {@code 0.52x (0.48..0.55)}. */
  public String times() {
    return String.format(Locale.ROOT, "%.2fx (%.2f..%.2f)", median, min, max);
  }
}
