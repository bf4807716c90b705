package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.LockCondition;
import io.rowlock.internal.store.RegionLimits;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.TableFacts;

/**
 * One row that an attempt writes.
 *
 * @param base the decided state that the write stands on
 * @param intent computed from that state
 * @param blind the transaction relies on nothing it has seen of the row: losing it to another
 *     transaction is no conflict
 */
record WriteRow(RowWrite write, DecidedRow base, Intent intent, boolean blind) {

  /** A lock at rest, with all writers that it can name. */
  private static final int LOCK_BYTES = 1024;

  RowKey key() {
    return base.key();
  }

  /** About what it takes in the request that writes it: its condition, its lock, and all data. */
  long bytes() {
    Prewritten unrolled = base.unrolled();
    return RegionLimits.bytesOf(new LockCondition(key(), base.storedLock()))
        + LOCK_BYTES
        + intent.totalBytes()
        + (unrolled == null ? 0 : unrolled.intent().totalBytes());
  }

  /** True when the intent stays the same whatever the row turns out to hold. */
  boolean standsOnAnyBase() {
    return blind && write.needs() == ColumnSelection.LOCK_ONLY;
  }

  /** A transaction that deletes a row may have done so before a family was added. */
  WriteRow on(TableFacts facts) {
    return write.deletesRow()
        ? new WriteRow(write, base, intent.emptying(facts.userFamilies()), blind)
        : this;
  }

  WriteRow on(DecidedRow newBase) {
    return new WriteRow(write, newBase, intent, blind);
  }
}
