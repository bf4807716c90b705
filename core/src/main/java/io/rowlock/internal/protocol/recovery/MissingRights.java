package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.WriteOutcome;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.jspecify.annotations.Nullable;

/**
 * Explains to a user without the permission to settle an abandoned lock what to do, because waiting
 * does not help.
 */
final class MissingRights {

  private MissingRights() {}

  /** Returns the outcome, unless the store refused the write for lack of a permission. */
  static WriteOutcome requireNone(RowKey row, WriteOutcome outcome) {
    if (outcome.kind() == WriteOutcome.Kind.REJECTED && isOfRights(outcome.cause())) {
      throw explained(row, outcome.cause());
    }
    return outcome;
  }

  /** Returns the failure to report for one that came up while a lock was being settled. */
  static Throwable explain(RowKey row, Throwable failure) {
    return failure instanceof ProtocolFailure || !isOfRights(failure)
        ? failure
        : explained(row, failure);
  }

  private static boolean isOfRights(@Nullable Throwable failure) {
    return failure != null && MissingTables.hasCause(failure, AccessDeniedException.class);
  }

  private static ProtocolFailure explained(RowKey row, @Nullable Throwable cause) {
    return ProtocolFailure.advice(
        row,
        "A client left a lock behind in %s, and this user cannot settle it, which requires the"
                .formatted(row)
            + " permissions R and W on the table: grant them, or have a user with these permissions"
            + " run"
            + " 'scripts/rowlock resolve %1$s' ('hbase io.rowlock.tools.Rowlock resolve %1$s')"
                .formatted(row.table().getNameAsString()),
        cause);
  }
}
