package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.TableFacts;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * Decides which commits hand their row over to the next transaction of this process: those that
 * write one row, which they hold by an escalation lock because other processes want it too, while
 * the {@link RowQueue} permits it, and no long reader has closed the table's barrier.
 */
record HandOvers(Barriers barriers, Environment environment, ProtocolSettings settings) {

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
        isOnlyRow(layout) && row.base().isHeldByAsker() && !barriers.isClosed(row.key().table())
            ? reservation.heir(row.key())
            : null;
    return heir == null
        ? null
        : HandOver.of(
            heir,
            row,
            row.base().base().writtenBy(id, commitTimestamp).within(settings.limits().trail()),
            TransactionId.fresh(environment.random()),
            planned,
            tables);
  }

  private static boolean isOnlyRow(CommitLayout layout) {
    return layout.written().size() == 1;
  }
}
