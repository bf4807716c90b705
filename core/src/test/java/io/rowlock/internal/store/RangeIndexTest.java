package io.rowlock.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RangeIndexTest {

  private static final TableName TABLE = TableName.valueOf("table");

  private final RangeIndex<Integer> index = new RangeIndex<>();

  @Test
  void findsWhatCoversARow() {
    index.put(range("b", true, "d", false), 1);
    index.put(range("f", false, "h", true), 2);

    assertThat(found("a", "b", "c", "d", "f", "g", "h", "i"))
        .containsExactly(null, 1, 1, null, null, 2, 2, null);
    assertThat(index.get(new RowKey(TableName.valueOf("other"), Bytes.toBytes("b")))).isNull();
  }

  @Test
  void emptyEndsAreThoseOfTheTable() {
    index.put(RowRange.all(TABLE), 1);
    index.put(range("m", true, "", false), 2);
    index.put(range("", true, "b", true), 3);

    assertThat(found("", "a", "b", "c", "m", "z")).containsExactly(3, 3, 3, 1, 2, 2);
  }

  /** Compares with the last of all ranges that contain the row. */
  @Test
  void lastOneCountsWhereverRangesOverlap() {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      RangeIndex<Integer> some = new RangeIndex<>();
      List<RowRange> ranges = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        RowRange range =
            range(key(random), random.nextBoolean(), key(random), random.nextBoolean());
        ranges.add(range);
        some.put(range, i);
      }
      for (String row : List.of("", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "90")) {
        Integer last = null;
        for (int i = 0; i < ranges.size(); i++) {
          if (!ranges.get(i).isEmpty() && ranges.get(i).contains(Bytes.toBytes(row))) {
            last = i;
          }
        }
        assertThat(some.get(rowKey(row))).as("%s in %s", row, ranges).isEqualTo(last);
      }
    }
  }

  @Test
  void thousandsOfRangesAreFound() {
    int ranges = 10_000;
    for (int i = 0; i < ranges; i++) {
      index.put(range("%05d".formatted(i), true, "%05d5".formatted(i), true), i);
    }
    for (int i = 0; i < ranges; i++) {
      assertThat(index.get(rowKey("%05d3".formatted(i)))).isEqualTo(i);
      assertThat(index.get(rowKey("%05d7".formatted(i)))).isNull();
    }
  }

  /** A growing range that is put repeatedly, over many others. */
  @Test
  void growingRangeTakesTheOthersIn() {
    int ranges = 10_000;
    for (int i = 0; i < ranges; i++) {
      index.put(range("%05d".formatted(i), true, "%05d5".formatted(i), true), i);
    }
    for (int i = 0; i < ranges; i++) {
      index.put(range("", true, "%05d".formatted(i), true), -1);
    }

    assertThat(index.get(rowKey("00500"))).isEqualTo(-1);
  }

  private static String key(Random random) {
    return random.nextInt(12) == 0 ? "" : String.valueOf(random.nextInt(10));
  }

  private List<Integer> found(String... rows) {
    List<Integer> found = new ArrayList<>();
    for (String row : rows) {
      found.add(index.get(rowKey(row)));
    }
    return found;
  }

  private static RowKey rowKey(String row) {
    return new RowKey(TABLE, Bytes.toBytes(row));
  }

  private static RowRange range(
      String first, boolean firstInclusive, String last, boolean lastInclusive) {
    return new RowRange(
        TABLE, Bytes.toBytes(first), firstInclusive, Bytes.toBytes(last), lastInclusive);
  }
}
