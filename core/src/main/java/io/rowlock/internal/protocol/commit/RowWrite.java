package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.store.ColumnSelection;
import java.util.List;
import org.apache.hadoop.hbase.Cell;

/** What a transaction wants to write to one row. */
public interface RowWrite {

  /**
   * The columns whose committed values the intent is computed from (a blind increment or append);
   * {@link ColumnSelection#LOCK_ONLY} when it depends on nothing.
   */
  ColumnSelection needs();

  /**
   * The folded writes. May be called again with another base when the row was lost to another
   * transaction in between.
   *
   * @param base the committed cells of {@link #needs()}
   */
  Intent intent(List<Cell> base);

  /** True when the families that the table has at the commit are emptied, too. */
  default boolean deletesRow() {
    return false;
  }
}
