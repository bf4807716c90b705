package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RegionLimits;
import io.rowlock.internal.store.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableList;
import org.apache.hbase.thirdparty.com.google.common.collect.Iterables;
import org.jspecify.annotations.Nullable;

/**
 * The roles of an attempt's rows: which row decides, and which rows of the primary's region its
 * {@linkplain RegionCommit region commit} includes. See {@link CommitPlan} for the parts.
 *
 * <p>Safety: if anything must be validated, every row is locked before the commit point, and there
 * is no region commit. This includes the case that there is more to check than one request can
 * carry. Written rows that find no {@linkplain RegionLimits room} beside the primary are locked
 * like rows of other regions.
 */
record CommitLayout(
    WriteRow primary, RegionCommit region, List<WriteRow> secondaries, boolean validates) {

  /**
   * Chooses the layout of an attempt.
   *
   * @param bases the known state of the rows, as fresh as the commit requires
   * @param hold what the transaction has on the rows
   */
  static CommitLayout of(
      ReadSet reads,
      List<WriteRow> rows,
      Map<RowKey, DecidedRow> bases,
      RowMap map,
      Hold hold,
      RegionLimits limits) {
    Set<RowKey> written = WriteRow.keysOf(rows);
    Set<RowKey> onlyRead = reads.onlyRead(written);
    @Nullable RegionId home = map.home(written, onlyRead);
    RegionLimits.Room room = limits.room();
    boolean isAllChecked = home != null && RegionCommit.takesAll(room, onlyRead, bases);
    boolean validates = mustValidate(reads, isAllChecked || onlyRead.isEmpty());
    List<WriteRow> together = new ArrayList<>();
    List<WriteRow> apart = new ArrayList<>();
    for (WriteRow row : rows) {
      boolean isHome = !validates && map.isIn(home, row.key());
      boolean joins = isHome && (room.take(row.bytes()) || together.isEmpty());
      (joins ? together : apart).add(row);
    }
    WriteRow primary = choosePrimary(together.isEmpty() ? apart : together, hold);
    return new CommitLayout(
        primary,
        new RegionCommit(
            without(primary, together),
            validates ? List.of() : RegionCommit.conditions(reads, onlyRead, bases)),
        without(primary, apart),
        validates);
  }

  /**
   * Returns whether the attempt validates. Ranges are always validated, and rows that are only read
   * unless the commit point checks them.
   */
  private static boolean mustValidate(ReadSet reads, boolean areRowsChecked) {
    return !reads.ranges().isEmpty() || !areRowsChecked;
  }

  /**
   * Returns whether the commit point may go to the primary without a prewrite. There are two cases.
   * Either every row that was read is also written or checked, so that the secondaries' locks and
   * the conditions of the commit point protect it. Or the transaction's hold covers the primary,
   * and the commit point requires that it still does.
   */
  boolean isPrimaryDirect() {
    return !validates || primary.base().isHeldByCaller();
  }

  /**
   * Chooses the primary. The primary of a hold stays the primary. Otherwise it is a row that the
   * transaction creates, because such a row has no rivals, or else a row with a stable lock.
   */
  private static WriteRow choosePrimary(List<WriteRow> rows, Hold hold) {
    WriteRow created = null;
    WriteRow stable = null;
    for (WriteRow row : rows) {
      if (hold.isPrimary(row.key())) {
        return row;
      }
      created = created == null && isCreated(row) ? row : created;
      stable = stable == null && row.base().isStable() ? row : stable;
    }
    return created != null ? created : Objects.requireNonNullElse(stable, rows.get(0));
  }

  private static boolean isCreated(WriteRow row) {
    return !row.base().hasLockCell() && row.base().isEmpty();
  }

  private static List<WriteRow> without(WriteRow primary, List<WriteRow> rows) {
    return ImmutableList.copyOf(Iterables.filter(rows, row -> !row.key().equals(primary.key())));
  }
}
