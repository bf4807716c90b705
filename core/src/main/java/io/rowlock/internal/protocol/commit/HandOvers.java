package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.TableFacts;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * Decides which commits hand their row over to the next transaction of this process: those that
 * write one row, which they hold by an escalation lock because other processes want it too. After
 * some hand-overs without a break the others come first.
 */
record HandOvers(Environment environment, ProtocolSettings settings) {

  /**
   * Returns the hand-over of a commit, null for none.
   *
   * @param planned the clock when the commit was planned
   */
  @Nullable HandOver plan(
      Reservation reservation,
      CommitLayout layout,
      TransactionId id,
      long planned,
      long commitTimestamp,
      Map<TableName, TableFacts> tables) {
    WriteRow row = layout.primary();
    Inheritance heir =
        isOnlyRow(layout) && row.base().isHeldByAsker() ? reservation.heir(row.key()) : null;
    if (heir == null) {
      return null;
    }
    int done = Objects.requireNonNull(reservation.escalationLock()).handOvers();
    if (done >= settings.limits().handOvers()) {
      heir.leaveRest();
      return null;
    }
    Stable written =
        row.base().base().writtenBy(id, commitTimestamp).within(settings.limits().trail());
    return HandOver.of(
        heir,
        row,
        written,
        TransactionId.fresh(environment.random()),
        planned,
        settings.lockWait().toMillis(),
        tables,
        done + 1);
  }

  private static boolean isOnlyRow(CommitLayout layout) {
    return layout.written().size() == 1;
  }
}
