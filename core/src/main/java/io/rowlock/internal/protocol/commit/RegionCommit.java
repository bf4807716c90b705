package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockCondition;
import io.rowlock.internal.store.RegionLimits;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A region commit (protocol, section 5): where the primary's region takes atomic writes to several
 * rows, the commit point also writes the transaction's other rows there and checks the rows that
 * the transaction has only read there, all in one request.
 *
 * <p>Safety: the request is applied as a whole or not at all. A row that is only read becomes a
 * condition on bytes that were <em>decided</em> when they were seen, and at the version that the
 * transaction relies on. A trace of the transaction in any of the rows written proves the commit,
 * and the proof of the contrary in any of them is enough, as they are written at one instant or
 * never. When the request is turned down with the primary as it was, one of the other conditions
 * does not hold, or the rows no longer share a region: sending it again is of no use, and {@link
 * CommitPoint} fences the primary at once, which makes it definite.
 *
 * @param rows written together with the primary
 * @param checked rows that are only read, with the locks that they must still have
 */
record RegionCommit(List<WriteRow> rows, List<LockCondition> checked) {

  /** The commit point writes the primary alone. */
  static final RegionCommit NONE = new RegionCommit(List.of(), List.of());

  boolean isEmpty() {
    return rows.isEmpty() && checked.isEmpty();
  }

  /**
   * The request that commits.
   *
   * @param writes the primary's first, then those of the other rows
   */
  RegionWrite request(List<ConditionalWrite> writes) {
    return new RegionWrite(writes, checked);
  }

  /** Rows that a region commit may check, so that their locks have to be known. */
  static Set<RowKey> mayCheck(CommitRequest request, RowMap map, RegionLimits limits) {
    Set<RowKey> onlyRead = CommitLayout.onlyRead(request.reads(), request.writes().keySet());
    boolean isHome =
        onlyRead.size() <= limits.maxRows()
            && map.home(request.writes().keySet(), onlyRead) != null;
    return isHome && request.reads().ranges().isEmpty() ? onlyRead : Set.of();
  }

  /** False when a row has not been looked at, or they are too many for one request. */
  static boolean takesAll(
      RegionLimits.Room room, Set<RowKey> onlyRead, Map<RowKey, DecidedRow> bases) {
    for (RowKey key : onlyRead) {
      DecidedRow row = bases.get(key);
      LockCondition check = row == null ? null : new LockCondition(key, row.storedLock());
      if (check == null || !room.take(RegionLimits.bytesOf(check))) {
        return false;
      }
    }
    return true;
  }

  /** The conditions on rows that are only read. */
  static List<LockCondition> conditions(
      ReadSet reads, Set<RowKey> onlyRead, Map<RowKey, DecidedRow> bases) {
    List<LockCondition> conditions = new ArrayList<>(onlyRead.size());
    for (RowKey key : onlyRead) {
      DecidedRow row = bases.get(key);
      if (row == null) {
        throw new IllegalStateException("not looked at: " + key);
      }
      conditions.add(condition(row, reads.versionOf(key)));
    }
    return conditions;
  }

  private static LockCondition condition(DecidedRow row, OptionalLong relied) {
    CommitLayout.requireUnchanged(row, relied);
    return new LockCondition(row.key(), row.storedLock());
  }
}
