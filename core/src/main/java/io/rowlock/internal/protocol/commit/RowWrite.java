package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.store.ColumnSelection;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;

/** The write of a transaction to one row. */
public interface RowWrite {

  /**
   * Returns the columns whose committed values the intent is computed from (a blind increment or
   * append); {@link ColumnSelection#LOCK_ONLY} if it depends on none.
   */
  ColumnSelection needs();

  /**
   * Returns the combined writes. It may be called again with another base if another transaction
   * has written the row in between.
   *
   * @param base the committed cells of {@link #needs()}
   */
  Intent intent(List<Cell> base);

  /** Returns the families that it writes to or empties; {@link #deletesRow} may add others. */
  Set<byte[]> families();

  /** Returns whether all families that the table has at the commit are emptied, too. */
  default boolean deletesRow() {
    return false;
  }

  /**
   * Returns this write followed by another one to the same row, as one transaction would fold them.
   */
  RowWrite then(RowWrite next);
}
