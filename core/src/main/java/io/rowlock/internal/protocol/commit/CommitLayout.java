package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RegionLimits;
import io.rowlock.internal.store.RowKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which row decides an attempt, and which rows its {@linkplain RegionCommit region commit} takes
 * along because they lie in the primary's region; see {@link CommitPlan} for the parts.
 *
 * <p>Safety: where anything has to be validated, every row is locked before, and there is no region
 * commit. So it is when there is more to check than one request may carry. Rows that are written
 * and find no {@linkplain RegionLimits room} beside the primary are locked like rows elsewhere.
 */
record CommitLayout(
    WriteRow primary,
    RegionCommit region,
    List<WriteRow> secondaries,
    Set<RowKey> written,
    boolean validates,
    boolean isParallel) {

  /**
   * @param bases what is known of the rows, as fresh as it has to be
   * @param escalationLock what locks the transaction had before, null for none
   */
  static CommitLayout of(
      ReadSet reads,
      List<WriteRow> rows,
      Map<RowKey, DecidedRow> bases,
      RowMap map,
      @Nullable EscalationLock escalationLock,
      RegionLimits limits) {
    Set<RowKey> written = rows.stream().map(WriteRow::key).collect(Collectors.toSet());
    Set<RowKey> onlyRead = onlyRead(reads, written);
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
    WriteRow primary = choosePrimary(together.isEmpty() ? apart : together, escalationLock);
    return new CommitLayout(
        primary,
        new RegionCommit(
            without(primary, together),
            validates ? List.of() : RegionCommit.conditions(reads, onlyRead, bases)),
        without(primary, apart),
        written,
        validates,
        false);
  }

  /** Ranges are always validated; rows that are only read, unless the commit point checks them. */
  private static boolean mustValidate(ReadSet reads, boolean areRowsChecked) {
    return !reads.ranges().isEmpty() || !areRowsChecked;
  }

  /** Only rows that are written too were read, and no single write can deal with all of them. */
  boolean mayBeParallel() {
    return !validates && region.checked().isEmpty() && !secondaries.isEmpty();
  }

  /** The same rows without a commit point: {@link ParallelCommit}. */
  CommitLayout inParallel() {
    List<WriteRow> others = new ArrayList<>(region.rows());
    others.addAll(secondaries);
    return new CommitLayout(primary, RegionCommit.NONE, others, written, validates, true);
  }

  /** Rows that the transaction has read by key and does not write. */
  static Set<RowKey> onlyRead(ReadSet reads, Set<RowKey> written) {
    Set<RowKey> rows = new LinkedHashSet<>(reads.rows().keySet());
    rows.removeAll(written);
    return rows;
  }

  static void requireUnchanged(DecidedRow row, OptionalLong relied) {
    if (relied.isPresent() && relied.getAsLong() != row.version()) {
      throw ProtocolFailure.conflict(
          row.key(), "Another transaction has written", Conflict.written(row.writer()));
    }
  }

  /**
   * Under an escalation lock its primary stays the primary. Otherwise a row that the transaction
   * creates, which has no rivals; failing that a row with a stable lock.
   */
  private static WriteRow choosePrimary(
      List<WriteRow> rows, @Nullable EscalationLock escalationLock) {
    return rows.stream()
        .filter(row -> escalationLock != null && escalationLock.isPrimary(row.key()))
        .findFirst()
        .or(() -> created(rows))
        .or(() -> rows.stream().filter(row -> row.base().isStable()).findFirst())
        .orElse(rows.get(0));
  }

  private static Optional<WriteRow> created(List<WriteRow> rows) {
    return rows.stream()
        .filter(row -> !row.base().hasLockCell() && row.base().isEmpty())
        .findFirst();
  }

  private static List<WriteRow> without(WriteRow primary, List<WriteRow> rows) {
    return rows.stream().filter(row -> !row.equals(primary)).toList();
  }
}
