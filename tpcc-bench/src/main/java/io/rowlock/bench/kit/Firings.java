package io.rowlock.bench.kit;

import io.rowlock.bench.kit.Point.SeriesKey;
import io.rowlock.internal.store.Mechanism;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Counts how often the client's mechanisms for speed fire. */
public final class Firings {
  private Firings() {}

  /** Returns the name of a mechanism's count and of its figure. */
  public static String name(Mechanism mechanism) {
    return "fired " + mechanism.label();
  }

  /** Returns the counts of this process until now. */
  public static Map<String, Long> counts() {
    Map<String, Long> counts = new TreeMap<>();
    for (Mechanism mechanism : Mechanism.values()) {
      counts.put(name(mechanism), mechanism.fired());
    }
    return counts;
  }

  /** Returns the counts since an earlier reading. */
  public static Map<String, Long> since(Map<String, Long> before) {
    Map<String, Long> counts = counts();
    counts.replaceAll((name, count) -> count - before.getOrDefault(name, 0L));
    return counts;
  }

  /** Adds a figure for each mechanism: how often it fired by committed transactions. */
  public static <S extends SeriesKey> Point<S> with(
      ToLongFunction<String> counts, long committed, Point<S> point) {
    Point<S> more = point;
    for (Mechanism mechanism : Mechanism.values()) {
      String name = name(mechanism);
      double each = (double) counts.applyAsLong(name) / Math.max(1, committed);
      more = more.with(Figure.spread(name), each);
    }
    return more;
  }
}
