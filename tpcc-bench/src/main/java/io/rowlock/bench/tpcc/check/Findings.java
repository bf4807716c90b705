package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.CheckResult.CheckLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What was found, by condition and warehouse. Not thread-safe, but for {@link #add}. */
final class Findings {
  /** The warehouse of what belongs to none, or to all. */
  static final int ALL = 0;

  private final Map<Place, Tally> tallies = new TreeMap<>();

  private record Place(Condition condition, int w) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::condition).thenComparing(Place::w);

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  /** Counts a row, and notes its key if the condition does not hold. */
  void check(Condition condition, int w, boolean holds, Object key) {
    examine(condition, w, 1);
    if (!holds) {
      breakAt(condition, w, key);
    }
  }

  void examine(Condition condition, int w, long rows) {
    tally(condition, w).examine(rows);
  }

  void beVacuous(Condition condition, int w) {
    tally(condition, w).beVacuous(1);
  }

  void breakAt(Condition condition, int w, Object key) {
    tally(condition, w).breakAt(key.toString());
  }

  private Tally tally(Condition condition, int w) {
    return tallies.computeIfAbsent(new Place(condition, w), any -> new Tally());
  }

  /** Takes over what another task has found. */
  synchronized void add(Findings other) {
    other.tallies.forEach((place, tally) -> tally(place.condition, place.w).add(tally));
  }

  List<CheckLine> lines() {
    List<CheckLine> lines = new ArrayList<>();
    tallies.forEach((place, tally) -> lines.add(tally.line(place.condition, place.w)));
    return List.copyOf(lines);
  }

  /** Counts how often a condition was looked at and broken. Not thread-safe. */
  static final class Tally {
    private static final int MOST_EXAMPLES = 10;

    private final Set<String> examples = new LinkedHashSet<>();
    private long rows;
    private long vacuous;
    private long broken;

    void examine(long more) {
      rows += more;
    }

    void beVacuous(long more) {
      vacuous += more;
    }

    void breakAt(String key) {
      broken++;
      addExample(key);
    }

    private void addExample(String key) {
      if (examples.size() < MOST_EXAMPLES) {
        examples.add(key);
      }
    }

    void add(Tally other) {
      rows += other.rows;
      vacuous += other.vacuous;
      broken += other.broken;
      other.examples.forEach(this::addExample);
    }

    CheckLine line(Condition condition, int w) {
      return new CheckLine(
          condition, w, rows, vacuous, broken, examples.stream().sorted().toList());
    }
  }
}
