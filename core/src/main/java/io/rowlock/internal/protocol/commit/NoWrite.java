package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.store.ColumnSelection;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;

/** The empty write of a hold to a row. */
enum NoWrite implements RowWrite {
  INSTANCE;

  @Override
  public ColumnSelection needs() {
    return ColumnSelection.LOCK_ONLY;
  }

  @Override
  public Intent intent(List<Cell> base) {
    return Intent.EMPTY;
  }

  @Override
  public Set<byte[]> families() {
    return Set.of();
  }

  @Override
  public RowWrite then(RowWrite next) {
    return next;
  }
}
