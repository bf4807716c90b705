package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.LockCondition;
import io.rowlock.internal.store.RegionLimits;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.TableFacts;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hbase.thirdparty.com.google.common.collect.Lists;
import org.jspecify.annotations.Nullable;

/**
 * One row that an attempt writes.
 *
 * @param write null for a row of a hold, to which nothing is written
 * @param base the decided state over which the row is written
 * @param intent computed from that state
 * @param blind whether the transaction relies on nothing that it has seen of the row: another
 *     writer causes no conflict
 */
record WriteRow(@Nullable RowWrite write, DecidedRow base, Intent intent, boolean blind) {

  /** The size of a stable lock with a full trail of writers. */
  private static final int LOCK_BYTES = 1024;

  RowKey key() {
    return base.key();
  }

  static Set<RowKey> keysOf(List<WriteRow> rows) {
    return new HashSet<>(Lists.transform(rows, WriteRow::key));
  }

  /**
   * Returns the approximate size of the row's part in a request: its condition, its lock, and all
   * data.
   */
  long bytes() {
    Prewritten unrolled = base.unrolled();
    return RegionLimits.bytesOf(new LockCondition(key(), base.storedLock()))
        + LOCK_BYTES
        + intent.totalBytes()
        + (unrolled == null ? 0 : unrolled.intent().totalBytes());
  }

  /**
   * Returns whether the intent stays the same for every state of the row. That of a deleted row
   * names the families of the table, and another transaction may have written to a new one.
   */
  boolean standsOnAnyBase() {
    return blind
        && (write == null || (write.needs() == ColumnSelection.LOCK_ONLY && !write.deletesRow()));
  }

  /**
   * Returns the row with its intent for the table's present families. A family may have been added
   * after the transaction deleted the row.
   */
  WriteRow on(TableFacts facts) {
    return write != null && write.deletesRow()
        ? new WriteRow(write, base, intent.emptying(facts.userFamilies()), blind)
        : this;
  }

  WriteRow on(DecidedRow newBase) {
    return new WriteRow(write, newBase, intent, blind);
  }
}
