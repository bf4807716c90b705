package io.rowlock.internal.store;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.jspecify.annotations.Nullable;

/**
 * The result of one atomic read of a row.
 *
 * @param cells the selected user cells, newest version only, in the order of HBase's cell
 *     comparator; never the lock cell
 * @param lock the lock cell, or null if the row has none
 */
public record StoredRow(RowKey key, List<Cell> cells, @Nullable StoredLock lock) {

  /** Returns the lock time of the row: 0 if it has no lock cell. */
  public long lockTime() {
    return lock == null ? 0 : lock.time();
  }
}
