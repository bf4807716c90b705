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
import java.util.Set;

/**
 * The rows of a region commit (protocol, section 5). If the primary's region takes atomic writes to
 * several rows, one request contains the commit point, the transaction's other writes in that
 * region, and the checks of the rows there that the transaction has only read.
 *
 * <p>Safety: the request is applied completely or not at all. A row that is only read becomes a
 * condition on bytes that were <em>decided</em> when they were read, and at the version that the
 * transaction relies on. A trace of the transaction in any of the written rows proves the commit.
 * The proof of the contrary in any of them is enough as well, because all are written at one
 * instant or never. If the request is turned down and the primary is unchanged, another condition
 * does not hold, or the rows no longer share a region. Sending it again is useless, and {@link
 * CommitPoint} fences the primary at once, which makes the outcome definite.
 *
 * @param rows the rows written together with the primary
 * @param checked rows that are only read, with the locks that they must still have
 */
record RegionCommit(List<WriteRow> rows, List<LockCondition> checked) {

  boolean isEmpty() {
    return rows.isEmpty() && checked.isEmpty();
  }

  /**
   * Returns the request that commits.
   *
   * @param writes the primary's first, then those of the other rows
   */
  RegionWrite request(List<ConditionalWrite> writes) {
    return new RegionWrite(writes, checked);
  }

  /** Returns the rows that a region commit may check, so that their locks must be known. */
  static Set<RowKey> mayCheck(CommitRequest request, RowMap map, RegionLimits limits) {
    Set<RowKey> onlyRead = request.reads().onlyRead(request.writes().keySet());
    boolean isHome =
        onlyRead.size() <= limits.maxRows()
            && map.home(request.writes().keySet(), onlyRead) != null;
    return isHome && request.reads().ranges().isEmpty() ? onlyRead : Set.of();
  }

  /** Returns false if a row has not been read, or the rows are too many for one request. */
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

  /** Returns the conditions on rows that are only read. */
  static List<LockCondition> conditions(
      ReadSet reads, Set<RowKey> onlyRead, Map<RowKey, DecidedRow> bases) {
    List<LockCondition> conditions = new ArrayList<>(onlyRead.size());
    for (RowKey key : onlyRead) {
      DecidedRow row = bases.get(key);
      if (row == null) {
        throw new IllegalStateException("not looked at: " + key);
      }
      conditions.add(condition(row, reads));
    }
    return conditions;
  }

  private static LockCondition condition(DecidedRow row, ReadSet reads) {
    reads.requireUnchanged(row);
    return new LockCondition(row.key(), row.storedLock());
  }
}
