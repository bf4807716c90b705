package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.CheckResult.CheckLine;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Results by condition and warehouse. Only {@link #add} is thread-safe. */
final class Findings {
  /** Stands for no warehouse, or for all. */
  static final int ALL = 0;

  private static final int MOST_EXAMPLES = 10;

  private final Map<Place, Tally> tallies =
      new TreeMap<>(Comparator.comparing(Place::condition).thenComparing(Place::w));

  private record Place(Condition condition, int w) {}

  /** The numbers of examined and broken rows of a condition, with some broken keys. */
  private static final class Tally {
    private final Set<String> examples = new LinkedHashSet<>();
    private long rows;
    private long vacuous;
    private long broken;

    private void addExample(String key) {
      if (examples.size() < MOST_EXAMPLES) {
        examples.add(key);
      }
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
    tally(condition, w).rows += rows;
  }

  void beVacuous(Condition condition, int w) {
    tally(condition, w).vacuous++;
  }

  void breakAt(Condition condition, int w, Object key) {
    tally(condition, w).broken++;
    tally(condition, w).addExample(key.toString());
  }

  private Tally tally(Condition condition, int w) {
    return tallies.computeIfAbsent(new Place(condition, w), any -> new Tally());
  }

  /** Adds the results of another task. */
  synchronized void add(Findings other) {
    other.tallies.forEach(
        (place, more) -> {
          Tally tally = tally(place.condition, place.w);
          tally.rows += more.rows;
          tally.vacuous += more.vacuous;
          tally.broken += more.broken;
          more.examples.forEach(tally::addExample);
        });
  }

  List<CheckLine> lines() {
    return tallies.entrySet().stream()
        .map(
            entry -> {
              Tally tally = entry.getValue();
              return new CheckLine(
                  entry.getKey().condition,
                  entry.getKey().w,
                  tally.rows,
                  tally.vacuous,
                  tally.broken,
                  tally.examples.stream().sorted().toList());
            })
        .toList();
  }
}
