package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.check.Scans.AuditedRows;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Population;
import io.rowlock.bench.tpcc.population.Scale;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A warehouse or a district under audit. The warehouse is 0 for items that are not copied and for
 * what belongs to none, the district is 0 for a warehouse.
 */
record Scope(int w, int d, Population population, Totals totals, Scans scans, Findings findings) {

  Scale scale() {
    return population.origin().scale();
  }

  Times times() {
    return new Times(population.origin().loadMillis());
  }

  AuditedRows open(KeyRange range) throws IOException {
    return scans.open(range, w, findings);
  }

  void forEach(KeyRange range, Consumer<KeyedRow> look) throws IOException {
    try (AuditedRows rows = open(range)) {
      rows.forEach(look);
    }
  }

  void check(Condition condition, boolean holds, Object key) {
    findings.check(condition, w, holds, key);
  }

  void breakAt(Condition condition, Object key) {
    findings.breakAt(condition, w, key);
  }

  void beVacuous(Condition condition) {
    findings.beVacuous(condition, w);
  }

  /** E9: a loaded row, of which only some columns can have changed. */
  void checkLoaded(KeyedRow row, Set<Column> changing) {
    boolean isAsLoaded =
        population.row(row.key()).filter(loaded -> isSame(loaded, row, changing)).isPresent();
    check(Condition.E9, isAsLoaded, row.key());
  }

  private static boolean isSame(Row loaded, KeyedRow row, Set<Column> changing) {
    return row.key().relation().columns().stream()
        .filter(column -> !changing.contains(column))
        .allMatch(column -> Cells.areSame(loaded, row.row(), column));
  }

  /** E9: a loaded row is missing. */
  void missLoaded(Key key) {
    check(Condition.E9, false, key);
  }

  /** All rows of a range; rows that must exist can be missing. */
  Map<Key, Row> loadedRows(KeyRange range, Set<Column> changing, Key... wanted) throws IOException {
    Map<Key, Row> found = new HashMap<>();
    forEach(
        range,
        row -> {
          found.put(row.key(), row.row());
          checkLoaded(row, changing);
        });
    for (Key key : wanted) {
      if (!found.containsKey(key)) {
        missLoaded(key);
      }
    }
    return found;
  }
}
