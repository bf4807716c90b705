package io.rowlock.bench.tpcc.check;

import java.util.List;

/**
 * What became of a condition in a warehouse.
 *
 * @param w 0 for the database as a whole
 * @param rows that were looked at
 * @param vacuous those of them of which the condition says little: a sum of nothing, or a district
 *     without undelivered orders
 * @param broken how often it does not hold
 * @param keys of some rows where it does not
 */
public record CheckLine(
    Condition condition, int w, long rows, long vacuous, long broken, List<String> keys) {

  public boolean isPassed() {
    return broken == 0;
  }

  /** For people, such as {@code Check 3.3.2.6 W=1 PASSED rows=30000 vacuous=0}. */
  @Override
  public String toString() {
    return "Check %s W=%s %s rows=%d vacuous=%d%s"
        .formatted(
            condition.id(),
            w == 0 ? "all" : w,
            isPassed() ? "PASSED" : "FAILED",
            rows,
            vacuous,
            isPassed() ? "" : " broken=" + broken);
  }
}
