package io.rowlock.internal.protocol.recovery;

import com.google.common.base.Throwables;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.store.RowKey;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;

/** Words the failures of locks that name a row which cannot be read because of its table. */
final class MissingTables {

  private MissingTables() {}

  /**
   * Returns the failure to report for a lock that depends on another row.
   *
   * @param row of the lock
   * @param whose the transaction of the lock
   * @param named what could not be read
   */
  static Throwable explain(RowKey row, String whose, String named, Throwable failure) {
    if (failure instanceof ProtocolFailure) {
      return failure;
    }
    if (hasCause(failure, NoSuchColumnFamilyException.class)) {
      return ProtocolFailure.corruptLock(
          row,
          "it is of %s, which cannot be settled: %s is in a table without a lock family"
              .formatted(whose, named),
          failure);
    }
    if (hasCause(failure, TableNotEnabledException.class)) {
      return ProtocolFailure.advice(
          row,
          "%s is locked by %s, which needs %s, but that table is disabled: enable it, then try again"
              .formatted(row, whose, named),
          failure);
    }
    return failure;
  }

  /**
   * Returns the failure for a lock of a transaction that may have been committed or not, because
   * its primary was in a dropped table.
   */
  static ProtocolFailure gone(RowKey row, Prewritten lock, RowKey lost, Throwable failure) {
    return ProtocolFailure.deadEnd(
        row,
        "It is unknown whether transaction "
            + lock.id()
            + " has committed its write to "
            + row
            + ", because it was decided in "
            + lost
            + ", and that table does not exist any more: find out which value is right",
        failure);
  }

  static boolean hasCause(Throwable failure, Class<? extends Throwable> type) {
    return Throwables.getCausalChain(failure).stream().anyMatch(type::isInstance);
  }
}
