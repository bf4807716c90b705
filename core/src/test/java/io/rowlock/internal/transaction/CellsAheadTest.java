package io.rowlock.internal.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.RowKey;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class CellsAheadTest {

  private final CellsAhead cells = new CellsAhead();

  @Test
  void newestCellsCountForTheirRowsOnly() {
    note(2_000);
    cells.note(row(-1), Long.MAX_VALUE);
    assertThat(cells.atMost(row(-1))).isEqualTo(Long.MAX_VALUE);
    assertThat(cells.atMost(row(1_999))).isEqualTo(1_999);
    assertThat(cells.atMost(row(-2))).isEqualTo(1_000);
  }

  @Test
  void noRowIsForgotten() {
    note(5_000);
    for (int i = 0; i < 5_000; i++) {
      assertThat(cells.atMost(row(i))).isGreaterThanOrEqualTo(i);
    }
  }

  @Test
  void laterCellOfRowReplacesEarlierOne() {
    cells.note(row(1), 10);
    cells.note(row(1), 30);
    cells.note(row(1), 20);
    note(5_000);
    assertThat(cells.atMost(row(1))).isGreaterThanOrEqualTo(30);
  }

  @Test
  void nothingIsAheadWithoutCells() {
    assertThat(cells.atMost(row(1))).isZero();
  }

  private void note(int count) {
    for (int i = 0; i < count; i++) {
      cells.note(row(i), i);
    }
  }

  private static RowKey row(int number) {
    return new RowKey(TestBed.TABLE, Bytes.toBytes(number));
  }
}
