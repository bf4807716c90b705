package io.rowlock.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** A raw row shows the cells that readers see, as HBase decides it. */
class RawRowTest {

  private static Cell cell(String column, long time, KeyValue.Type type) {
    String[] names = column.split(":", -1);
    return new KeyValue(bytes("row"), bytes(names[0]), bytes(names[1]), time, type, bytes("value"));
  }

  private static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }

  private static RawRow row(Cell... cells) {
    Cell[] sorted = cells.clone();
    Arrays.sort(sorted, CellComparator.getInstance());
    return RawRow.of(Result.create(sorted));
  }

  private static List<Long> values(Cell... cells) {
    return row(cells).valueTimes().toList();
  }

  @Test
  void newestValueOfEachColumnCounts() {
    assertThat(
            values(
                cell("f:a", 5, KeyValue.Type.Put),
                cell("f:a", 9, KeyValue.Type.Put),
                cell("f:b", 7, KeyValue.Type.Put),
                cell("g:a", 6, KeyValue.Type.Put)))
        .containsExactly(9L, 7L, 6L);
  }

  @Test
  void deleteOfFamilyHidesAllColumnsUpToItsTime() {
    assertThat(
            values(
                cell("f:", 8, KeyValue.Type.DeleteFamily),
                cell("f:", 9, KeyValue.Type.Put),
                cell("f:a", 8, KeyValue.Type.Put),
                cell("f:b", 10, KeyValue.Type.Put),
                cell("g:a", 3, KeyValue.Type.Put)))
        .containsExactly(9L, 10L, 3L);
  }

  @Test
  void deleteOfColumnHidesNoOtherColumn() {
    assertThat(
            values(
                cell("f:a", 8, KeyValue.Type.DeleteColumn),
                cell("f:a", 7, KeyValue.Type.Put),
                cell("f:b", 7, KeyValue.Type.Put)))
        .containsExactly(7L);
  }

  @Test
  void deleteOfOneVersionShowsTheEarlierOne() {
    assertThat(
            values(
                cell("f:a", 8, KeyValue.Type.Delete),
                cell("f:a", 8, KeyValue.Type.Put),
                cell("f:a", 5, KeyValue.Type.Put),
                cell("g:", 4, KeyValue.Type.DeleteFamilyVersion),
                cell("g:a", 4, KeyValue.Type.Put),
                cell("g:a", 2, KeyValue.Type.Put)))
        .containsExactly(5L, 2L);
  }

  @Test
  void lockIsHiddenByDeleteOfItsFamilyOnly() {
    Cell lock = cell("_lock:l", 20, KeyValue.Type.Put);

    assertThat(row(lock, cell("f:", 30, KeyValue.Type.DeleteFamily)).lock()).isPresent();
    assertThat(row(lock).lockDeletedAt()).isEmpty();
    RawRow wiped = row(lock, cell("_lock:", 30, KeyValue.Type.DeleteFamily));
    assertThat(wiped.lock()).isEmpty();
    assertThat(wiped.lockDeletedAt()).hasValue(30);
    assertThat(wiped.deleteTimes()).isEmpty();
  }

  /** A vacuum deletes the column. */
  @Test
  void deleteOfLockColumnIsNoDeleteOfTheFamily() {
    RawRow vacuumed =
        row(
            cell("_lock:l", 20, KeyValue.Type.Put),
            cell("_lock:l", 20, KeyValue.Type.DeleteColumn));

    assertThat(vacuumed.lock()).isEmpty();
    assertThat(vacuumed.lockDeletedAt()).isEmpty();
  }

  /** Rowlock deletes whole columns and families of data, and all versions of a lock. */
  @Test
  void deletesThatAreNotOfRowlockAreReported() {
    RawRow row =
        row(
            cell("_lock:l", 4, KeyValue.Type.DeleteColumn),
            cell("_lock:l", 3, KeyValue.Type.Delete),
            cell("f:a", 5, KeyValue.Type.DeleteColumn),
            cell("f:b", 6, KeyValue.Type.Delete),
            cell("g:", 7, KeyValue.Type.DeleteFamilyVersion));
    assertThat(row.lockDeletedAt()).hasValue(3);
    assertThat(row.deleteTimesOfVersions()).containsExactly(6L, 7L);
    assertThat(row.deleteTimes()).containsExactly(5L, 6L, 7L);
  }
}
