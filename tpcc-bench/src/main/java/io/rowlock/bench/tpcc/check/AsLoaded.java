package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Population;
import java.util.Set;

/** E9: compares rows with what the load has made of their keys. */
final class AsLoaded {
  private final Population population;
  private final int w;
  private final Findings findings;

  /**
   * For rows of a warehouse.
   *
   * @param w 0 for items that are not copied
   */
  AsLoaded(Population population, int w, Findings findings) {
    this.population = population;
    this.w = w;
    this.findings = findings;
  }

  /** A row that must have been loaded, and may have changed in some columns only. */
  void check(KeyedRow row, Set<Column> changing) {
    boolean isAsLoaded =
        population.row(row.key()).filter(loaded -> isSame(loaded, row, changing)).isPresent();
    findings.check(Condition.E9, w, isAsLoaded, row.key());
  }

  private static boolean isSame(Row loaded, KeyedRow row, Set<Column> changing) {
    return row.key().relation().columns().stream()
        .filter(column -> !changing.contains(column))
        .allMatch(column -> Cells.areSame(loaded, row.row(), column));
  }

  /** A row was loaded, and is not there. */
  void miss(Key key) {
    findings.check(Condition.E9, w, false, key);
  }
}
