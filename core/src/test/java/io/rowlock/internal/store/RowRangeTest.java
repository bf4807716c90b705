package io.rowlock.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowRangeTest {

  private static final TableName TABLE = TableName.valueOf("table");
  private static final List<String> ROWS = List.of("a", "a\0", "b", "ba", "c", "d");

  /** Every range between two of a few rows or the ends of the table. */
  static List<RowRange> ranges() {
    List<String> ends = List.of("", "a", "b", "c");
    List<RowRange> ranges = new ArrayList<>();
    for (String first : ends) {
      for (String last : ends) {
        for (int flags = 0; flags < 4; flags++) {
          ranges.add(range(first, (flags & 1) == 0, last, (flags & 2) == 0));
        }
      }
    }
    return ranges;
  }

  @Test
  void endsBelongToTheRangeWhenInclusive() {
    assertThat(rows(range("a", true, "c", true))).containsExactly("a", "a\0", "b", "ba", "c");
    assertThat(rows(range("a", false, "c", false))).containsExactly("a\0", "b", "ba");
    assertThat(rows(range("a", true, "c", false))).containsExactly("a", "a\0", "b", "ba");
    assertThat(rows(range("a", false, "c", true))).containsExactly("a\0", "b", "ba", "c");
  }

  @Test
  void emptyEndsAreOpenWhetherInclusiveOrNot() {
    assertThat(rows(range("", false, "b", true))).containsExactly("a", "a\0", "b");
    assertThat(rows(range("ba", true, "", false))).containsExactly("ba", "c", "d");
    assertThat(rows(range("", false, "", false))).isEqualTo(ROWS);
    assertThat(rows(RowRange.all(TABLE))).isEqualTo(ROWS);
  }

  @Test
  void singleRowIsARange() {
    RowRange row = range("b", true, "b", true);

    assertThat(row.isEmpty()).isFalse();
    assertThat(rows(row)).containsExactly("b");
  }

  @Test
  void rowsAreComparedUnsigned() {
    RowRange range = new RowRange(TABLE, new byte[] {0x7f}, false, new byte[] {-1}, true);

    assertThat(range.contains(new byte[] {-128})).isTrue();
    assertThat(range.contains(new byte[] {-1})).isTrue();
    assertThat(range.contains(new byte[] {-1, 0})).isFalse();
  }

  @Test
  void noRowIsBetweenEndsInTheWrongOrder() {
    assertThat(range("c", true, "b", true).isEmpty()).isTrue();
    assertThat(range("b", true, "b", false).isEmpty()).isTrue();
    assertThat(range("b", false, "b", true).isEmpty()).isTrue();
    assertThat(range("b", true, "", false).isEmpty()).isFalse();
    assertThat(range("", true, "b", false).isEmpty()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void emptyRangeContainsNoRow(RowRange range) {
    if (range.isEmpty()) {
      assertThat(rows(range)).isEmpty();
    }
  }

  /** A scan that stops at a row has consumed one part, and has the other part before it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyRowSplitsItsRangeInTwo(boolean reversed) {
    for (RowRange range : ranges()) {
      for (String row : rows(range)) {
        List<String> consumed = rows(range.upTo(Bytes.toBytes(row), reversed));
        List<String> left = rows(range.after(Bytes.toBytes(row), reversed));
        List<String> lower = reversed ? left : consumed;
        List<String> upper = reversed ? consumed : left;

        assertThat(consumed).contains(row);
        assertThat(left).doesNotContain(row);
        List<String> together = new ArrayList<>(lower);
        together.addAll(upper);
        assertThat(together).isEqualTo(rows(range));
      }
    }
  }

  private static RowRange range(
      String first, boolean firstInclusive, String last, boolean lastInclusive) {
    return new RowRange(
        TABLE, Bytes.toBytes(first), firstInclusive, Bytes.toBytes(last), lastInclusive);
  }

  private static List<String> rows(RowRange range) {
    return ROWS.stream().filter(row -> range.contains(Bytes.toBytes(row))).toList();
  }
}
