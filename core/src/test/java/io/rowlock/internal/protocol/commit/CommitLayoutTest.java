package io.rowlock.internal.protocol.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.read.RangeRead;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.protocol.read.RowVersions;
import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RegionLimits;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.StoredRow;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Which rows the commit point includes, and which it must not. */
class CommitLayoutTest {

  private static final TableName TABLE = TableName.valueOf("table");

  /** Rows a, b and c are in one region, row z is in another. */
  private static final RowMap MAP =
      new RowMap(
          Map.of(
              key("a"), new RegionId(TABLE, "left"),
              key("b"), new RegionId(TABLE, "left"),
              key("c"), new RegionId(TABLE, "left"),
              key("z"), new RegionId(TABLE, "right")));

  private final ReadSet reads = new ReadSet();
  private RegionLimits limits = RegionLimits.DEFAULT;

  @Test
  void rowsOfItsRegionAreWrittenAndCheckedByTheCommitPoint() {
    reads.addRow(decided("c"));

    CommitLayout layout = layout("a", "b", "z");

    assertThat(layout.validates()).isFalse();
    assertThat(layout.region().rows()).hasSize(1);
    assertThat(layout.region().checked())
        .singleElement()
        .matches(row -> row.key().equals(key("c")));
    assertThat(layout.secondaries()).singleElement().matches(row -> row.key().equals(key("z")));
  }

  /** Every written row must be locked while something is validated separately. */
  @Test
  void nothingGoesUnlockedWhileARangeIsValidated() {
    reads.addRange(new RangeRead(RowRange.all(TABLE), new RowVersions(false)));

    CommitLayout layout = layout("a", "b", "z");

    assertThat(layout.validates()).isTrue();
    assertThat(layout.region().rows()).isEmpty();
    assertThat(layout.secondaries()).hasSize(2);
  }

  @Test
  void nothingGoesUnlockedWhileARowElsewhereIsValidated() {
    reads.addRow(decided("z"));

    CommitLayout layout = layout("a", "b");

    assertThat(layout.validates()).isTrue();
    assertThat(layout.region().rows()).isEmpty();
    assertThat(layout.region().checked()).isEmpty();
  }

  @Test
  void rowsThatOneRequestCannotCarryAreLockedLikeRowsElsewhere() {
    limits = new RegionLimits(2, 1_000_000);
    CommitLayout byRows = layout("a", "b", "c", "z");
    assertThat(byRows.region().rows()).hasSize(1);
    assertThat(byRows.secondaries()).hasSize(2);

    limits = new RegionLimits(100, 2 * writeRow("a").bytes());
    CommitLayout byBytes = layout("a", "b", "c", "z");
    assertThat(byBytes.region().rows()).hasSize(1);
    assertThat(byBytes.secondaries()).hasSize(2);
  }

  /** Even then it must be in the region of the rows that the commit point checks. */
  @Test
  void primaryFindsRoomWhateverItsSize() {
    reads.addRow(decided("c"));
    limits = new RegionLimits(1, 1);

    CommitLayout layout = layout("z", "a", "b");

    assertThat(layout.primary().key()).isEqualTo(key("a"));
    assertThat(layout.region().checked()).hasSize(1);
    assertThat(layout.region().rows()).isEmpty();
    assertThat(layout.secondaries()).hasSize(2);
  }

  @Test
  void tooManyRowsToCheckAreValidatedApart() {
    reads.addRow(decided("b"));
    reads.addRow(decided("c"));
    limits = new RegionLimits(1, 1_000_000);

    CommitLayout layout = layout("a", "z");

    assertThat(layout.validates()).isTrue();
    assertThat(layout.region().checked()).isEmpty();
    assertThat(layout.region().rows()).isEmpty();
  }

  private CommitLayout layout(String... written) {
    Map<RowKey, DecidedRow> bases = new HashMap<>();
    reads.rows().values().forEach(row -> bases.put(row.key(), row));
    List<WriteRow> rows = Arrays.stream(written).map(CommitLayoutTest::writeRow).toList();
    rows.forEach(row -> bases.put(row.key(), row.base()));
    return CommitLayout.of(reads, rows, bases, MAP, Hold.NONE, limits);
  }

  private static WriteRow writeRow(String row) {
    return new WriteRow(null, decided(row), Intent.EMPTY, true);
  }

  private static DecidedRow decided(String row) {
    return DecidedRow.settled(LockedRow.of(new StoredRow(key(row), List.of(), null)));
  }

  private static RowKey key(String row) {
    return new RowKey(TABLE, Bytes.toBytes(row));
  }
}
