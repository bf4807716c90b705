package io.rowlock.internal.store;

import java.util.ArrayList;
import java.util.List;

/**
 * Conditional writes to rows of one region, and conditions on more of its rows: if all conditions
 * hold, everything is written at one instant, otherwise nothing is.
 *
 * @param writes at least one, each to another row
 * @param conditions of rows that are not written
 */
public record RegionWrite(List<ConditionalWrite> writes, List<LockCondition> conditions) {

  /** Returns the write of one row. */
  public static RegionWrite of(ConditionalWrite write) {
    return new RegionWrite(List.of(write), List.of());
  }

  /** Returns the first row that is written; the server of this row gets the request. */
  public RowKey leader() {
    return writes.get(0).key();
  }

  /** Returns every row that must be in the region. */
  public List<RowKey> rows() {
    List<RowKey> rows = new ArrayList<>(writes.size() + conditions.size());
    writes.forEach(write -> rows.add(write.key()));
    conditions.forEach(condition -> rows.add(condition.key()));
    return rows;
  }

  /** The number of {@link #rows()}. */
  public int rowCount() {
    return writes.size() + conditions.size();
  }
}
