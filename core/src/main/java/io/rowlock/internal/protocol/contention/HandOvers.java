package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.LockPlan;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.longread.Barriers;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.TableFacts;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * Decides which commits hand their row over to the next transaction of this process: those that
 * write one row, on which they have a hold because other processes write it too, while the {@link
 * RowQueue} permits it, and no long reader has closed the table's barrier.
 */
public record HandOvers(
    EscalationLocks locks, Barriers barriers, Environment environment, ProtocolSettings settings) {

  /**
   * Returns the hand-over of a commit, null for none.
   *
   * @param row the only row that the commit writes
   * @param planned the clock when the commit was planned
   */
  @Nullable HandOver plan(
      Reservation reservation,
      DecidedRow row,
      TransactionId id,
      long planned,
      long commitTimestamp,
      Map<TableName, TableFacts> tables) {
    Inheritance heir =
        row.isHeldByAsker() && !barriers.isClosed(row.key().table())
            ? reservation.heir(row.key())
            : null;
    if (heir == null) {
      return null;
    }
    LockPlan next =
        HandOver.next(
            heir,
            row,
            row.base().writtenBy(id, commitTimestamp).within(settings.limits().trail()),
            TransactionId.fresh(environment.random()),
            planned,
            tables);
    return new HandOver(next, heir, reservation, locks);
  }
}
