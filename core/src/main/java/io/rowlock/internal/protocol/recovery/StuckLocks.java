package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.WriteOutcome;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;
import org.jspecify.annotations.Nullable;

/**
 * Explains to a person why a lock cannot be settled and what to do, because waiting does not help:
 * a table that it names cannot be read, or this user lacks a permission.
 */
final class StuckLocks {

  private StuckLocks() {}

  /**
   * Returns the failure to report for a lock that depends on another row, which cannot be read.
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
    String message =
        "It is unknown whether transaction %s has committed its write to %s, because it was decided"
            + " in %s, and that table does not exist any more: find out which value is right";
    return ProtocolFailure.deadEnd(row, message.formatted(lock.id(), row, lost), failure);
  }

  /** Returns the outcome, unless the store refused the write for lack of a permission. */
  static WriteOutcome requireRights(RowKey row, WriteOutcome outcome) {
    if (outcome.kind() == WriteOutcome.Kind.REJECTED && isOfRights(outcome.cause())) {
      throw withoutRights(row, outcome.cause());
    }
    return outcome;
  }

  /** Returns the failure to report for one that came up while a lock was being settled. */
  static Throwable explainRights(RowKey row, Throwable failure) {
    return failure instanceof ProtocolFailure || !isOfRights(failure)
        ? failure
        : withoutRights(row, failure);
  }

  private static boolean isOfRights(@Nullable Throwable failure) {
    return failure != null && hasCause(failure, AccessDeniedException.class);
  }

  private static ProtocolFailure withoutRights(RowKey row, @Nullable Throwable cause) {
    String message =
        "A client left a lock behind in %1$s, and this user cannot settle it, which requires the"
            + " permissions R and W on the table: grant them, or have a user with these permissions"
            + " run 'scripts/rowlock resolve %2$s' ('hbase io.rowlock.tools.Rowlock resolve %2$s')";
    String table = row.table().getNameAsString();
    return ProtocolFailure.advice(row, message.formatted(row, table), cause);
  }

  static boolean hasCause(Throwable failure, Class<? extends Throwable> type) {
    return Throwables.getCausalChain(failure).stream().anyMatch(type::isInstance);
  }
}
