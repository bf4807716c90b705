package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.CheckResult.CheckLine;
import java.util.LinkedHashSet;
import java.util.Set;

/** Counts how often a condition was looked at and broken. Not thread-safe. */
final class Tally {
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
    return new CheckLine(condition, w, rows, vacuous, broken, examples.stream().sorted().toList());
  }
}
