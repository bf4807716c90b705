package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.RowLock.Lead;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.TableFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.common.collect.Lists;

/**
 * The locks of one attempt, and everything else that it fixes before its first conditional write
 * (I4): its identity, commit timestamp, primary, list of rows, and the bytes expected of the
 * primary. Immutable. If any of it must change, the attempt is rolled back and another one is
 * planned. A hold is such a plan alone; a {@link CommitPlan} adds how the attempt commits.
 *
 * @param planned the client's clock when the plan was made
 * @param isPrimaryDirect whether the commit point goes to the primary without a prewrite
 */
public record LockPlan(
    TransactionId id,
    long age,
    long planned,
    long commitTimestamp,
    WriteRow primary,
    List<WriteRow> secondaries,
    boolean isPrimaryDirect,
    Map<TableName, TableFacts> tables) {

  /**
   * Returns the plan of a hold, which is never committed: it writes nothing to each row.
   *
   * @param commitTimestamp at which nothing is ever committed
   * @param rows the primary first
   */
  public static LockPlan ofHold(
      TransactionId id,
      long age,
      long planned,
      long commitTimestamp,
      List<DecidedRow> rows,
      Map<TableName, TableFacts> tables) {
    List<WriteRow> locked =
        rows.stream().map(row -> new WriteRow(null, row, Intent.EMPTY, true)).toList();
    List<WriteRow> others = locked.subList(1, locked.size());
    return new LockPlan(id, age, planned, commitTimestamp, locked.get(0), others, false, tables);
  }

  /** Returns the key of the primary. */
  public RowKey primaryKey() {
    return primary.key();
  }

  /** Returns the decided state over which the primary is written. */
  public DecidedRow primaryBase() {
    return primary.base();
  }

  /** Returns the lock that a prewrite puts into the primary. */
  public Prewritten primaryLock() {
    return prewriteOf(primary);
  }

  /** Returns the rows that are locked, the primary first. */
  List<WriteRow> rows() {
    List<WriteRow> rows = new ArrayList<>(secondaries);
    rows.add(0, primary);
    return rows;
  }

  /** Returns the keys of the same rows. */
  Set<RowKey> keys() {
    return WriteRow.keysOf(rows());
  }

  TableFacts factsOf(WriteRow row) {
    TableFacts facts = tables.get(row.key().table());
    if (facts == null) {
      throw new IllegalStateException("unplanned table of " + row.key());
    }
    return facts;
  }

  /** Returns the lock that a prewrite puts into the row. */
  Prewritten prewriteOf(WriteRow row) {
    boolean leads = row.key().equals(primary.key());
    Lead lead = leads ? new Lead(secondaryReferences(), 0) : null;
    return new Prewritten(
        id,
        row.base().base(),
        commitTimestamp,
        row.intent(),
        reference(primary),
        age,
        planned,
        lead);
  }

  List<RowReference> secondaryReferences() {
    return List.copyOf(Lists.transform(secondaries, LockPlan::reference));
  }

  static RowReference reference(WriteRow row) {
    return new RowReference(row.key(), row.base().lockTime());
  }
}
