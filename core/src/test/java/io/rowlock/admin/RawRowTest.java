package io.rowlock.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValue.Type;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** A raw row shows the cells that readers see, as HBase decides it. */
class RawRowTest {

  private static Cell cell(String column, long time, Type type) {
    String[] names = column.split(":", -1);
    return new KeyValue(
        bytes("row"), bytes(names[0]), bytes(names[1]), time, type, bytes("value"));
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
                cell("f:a", 5, Type.Put),
                cell("f:a", 9, Type.Put),
                cell("f:b", 7, Type.Put),
                cell("g:a", 6, Type.Put)))
        .containsExactly(9L, 7L, 6L);
  }

  @Test
  void deleteOfFamilyHidesAllColumnsUpToItsTime() {
    assertThat(
            values(
                cell("f:", 8, Type.DeleteFamily),
                cell("f:", 9, Type.Put),
                cell("f:a", 8, Type.Put),
                cell("f:b", 10, Type.Put),
                cell("g:a", 3, Type.Put)))
        .containsExactly(9L, 10L, 3L);
  }

  @Test
  void deleteOfColumnHidesNoOtherColumn() {
    assertThat(
            values(
                cell("f:a", 8, Type.DeleteColumn),
                cell("f:a", 7, Type.Put),
                cell("f:b", 7, Type.Put)))
        .containsExactly(7L);
  }

  @Test
  void deleteOfOneVersionShowsTheEarlierOne() {
    assertThat(
            values(
                cell("f:a", 8, Type.Delete),
                cell("f:a", 8, Type.Put),
                cell("f:a", 5, Type.Put),
                cell("g:", 4, Type.DeleteFamilyVersion),
                cell("g:a", 4, Type.Put),
                cell("g:a", 2, Type.Put)))
        .containsExactly(5L, 2L);
  }

  @Test
  void lockIsHiddenByDeleteOfItsFamilyOnly() {
    Cell lock = cell("_lock:l", 20, Type.Put);

    assertThat(row(lock, cell("f:", 30, Type.DeleteFamily)).lock()).isPresent();
    assertThat(row(lock).lockDeletedAt()).isEmpty();
    RawRow wiped = row(lock, cell("_lock:", 30, Type.DeleteFamily));
    assertThat(wiped.lock()).isEmpty();
    assertThat(wiped.lockDeletedAt()).hasValue(30);
    assertThat(wiped.deleteTimes()).isEmpty();
  }

  /** A vacuum deletes the column. */
  @Test
  void deleteOfLockColumnIsNoDeleteOfTheFamily() {
    RawRow vacuumed = row(cell("_lock:l", 20, Type.Put), cell("_lock:l", 20, Type.DeleteColumn));

    assertThat(vacuumed.lock()).isEmpty();
    assertThat(vacuumed.lockDeletedAt()).isEmpty();
  }
}
