package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Lead;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.protocol.recovery.ParallelRow;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.TableFacts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one attempt fixes before its first conditional write (I4): its identity, commit
 * timestamp, primary, list of rows, and the bytes expected of the primary. Immutable. If any of it
 * must change, the attempt is rolled back and another one is planned.
 *
 * @param planned the client's clock when the plan was made
 * @param region the rows that the commit point writes and checks together with the primary
 * @param written the keys of the primary, the region rows and the secondaries
 * @param validates whether something was read that is neither written nor checked, ranges included
 * @param isParallel whether the prewrites are the commit, see {@link ParallelCommit}
 * @param escalationId the identity of the hold that the transaction has, null for none
 * @param nextHold the hold that the commit point leaves for another transaction, null for none
 */
public record CommitPlan(
    TransactionId id,
    long age,
    long planned,
    long commitTimestamp,
    WriteRow primary,
    RegionCommit region,
    List<WriteRow> secondaries,
    Set<RowKey> written,
    ReadSet reads,
    boolean validates,
    boolean isParallel,
    Map<TableName, TableFacts> tables,
    @Nullable TransactionId escalationId,
    @Nullable NextHold nextHold) {

  /**
   * Returns the plan of a hold, which is never committed: it writes nothing to each row.
   *
   * @param commitTimestamp at which nothing is ever committed
   * @param rows the primary first
   */
  public static CommitPlan ofHold(
      TransactionId id,
      long age,
      long planned,
      long commitTimestamp,
      List<DecidedRow> rows,
      Map<TableName, TableFacts> tables) {
    List<WriteRow> locked =
        rows.stream().map(row -> new WriteRow(null, row, Intent.EMPTY, true)).toList();
    return new CommitPlan(
        id,
        age,
        planned,
        commitTimestamp,
        locked.get(0),
        RegionCommit.NONE,
        locked.subList(1, locked.size()),
        rows.stream().map(DecidedRow::key).collect(Collectors.toSet()),
        new ReadSet(),
        true,
        false,
        tables,
        null,
        null);
  }

  /** Returns the key of the primary. */
  public RowKey primaryKey() {
    return primary.key();
  }

  /** Returns the lock that a prewrite puts into the primary. */
  public Prewritten primaryLock() {
    return prewriteOf(primary);
  }

  /** Returns whether the commit point's write is the whole commit. */
  boolean isSingleWrite() {
    return secondaries.isEmpty() && !validates;
  }

  /**
   * Returns whether the commit point takes effect only together with its other writes and checks.
   */
  boolean isRegionCommit() {
    return !region.isEmpty();
  }

  /** Returns the rows that a region commit writes besides the primary. */
  List<WriteRow> regionRows() {
    return region.rows();
  }

  /**
   * Returns whether the commit point may go to the primary without a prewrite. There are two cases.
   * Either every row that was read is also written or checked, so that the secondaries' locks and
   * the conditions of the commit point protect it. Or the transaction's hold covers the primary,
   * and the commit point requires that it still does.
   */
  boolean isPrimaryDirect() {
    return !isParallel && (!validates || primary.base().isHeldByAsker());
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
    Lead lead = leads ? new Lead(secondaryReferences(), isParallel, 0) : null;
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

  /** Returns the lock that the commit point writes. */
  RowLock committedLock() {
    if (nextHold != null) {
      return nextHold.lock();
    }
    RowLock.Stable written = primary.base().base().writtenBy(id, commitTimestamp);
    return secondaries.isEmpty()
        ? written
        : new Committed(id, commitTimestamp, secondaryReferences(), written.trail());
  }

  /** Returns the lock of a region row after the commit point has written it. */
  RowLock committedLockOf(WriteRow regionRow) {
    return regionRow.base().base().writtenBy(id, commitTimestamp);
  }

  private List<RowReference> secondaryReferences() {
    return secondaries.stream().map(CommitPlan::reference).toList();
  }

  /** Returns what a read of one row shows about this attempt if it commits in parallel. */
  ParallelRow parallelRow(WriteRow row, LockedRow now) {
    return ParallelRow.of(prewriteOf(primary), reference(row), now);
  }

  /** Returns how long reads wait for undecided locks while this attempt holds its own. */
  WaitPolicy waitPolicy(Environment environment, Duration bound) {
    return WaitPolicy.ofHolder(environment, bound, age, id).alsoOf(escalationId);
  }

  static RowReference reference(WriteRow row) {
    return new RowReference(row.key(), row.base().lockTime());
  }
}
