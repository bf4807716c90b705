package io.rowlock.internal.store;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.jspecify.annotations.Nullable;

/**
 * What one atomic read of a row found.
 *
 * @param cells the selected user cells, newest version only, in the order of HBase's cell
 *     comparator; never the lock cell
 * @param lock the lock cell, or null when the row has none
 */
public record StoredRow(RowKey key, List<Cell> cells, @Nullable StoredLock lock) {

  /** The lock time of the row: 0 when it has no lock cell. */
  public long lockTime() {
    return lock == null ? 0 : lock.time();
  }
}
