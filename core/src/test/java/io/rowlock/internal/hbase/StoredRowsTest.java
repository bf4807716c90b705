package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredRowsTest {

  private static final byte[] ROW = Bytes.toBytes("row");
  private static final RowKey KEY = new RowKey(TableName.valueOf("table"), ROW);
  private static final Cell LOCK = cell(LockColumn.family(), LockColumn.qualifier(), 11, "lock");

  @Test
  void nothingFoundIsARowWithoutCells() {
    assertThat(StoredRows.of(KEY, new Result())).isEqualTo(new StoredRow(KEY, List.of(), null));
    assertThat(StoredRows.of(KEY, Result.EMPTY_RESULT).cells()).isEmpty();
  }

  @Test
  void rowWithoutLockKeepsItsCells() {
    StoredRow row = StoredRows.of(KEY, Result.create(List.of(user("a"), user("z"))));

    assertThat(row.lock()).isNull();
    assertThat(row.cells()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({"A,z", "A,B", "y,z"})
  void lockIsSplitOffWhereverItSorts(String one, String two) {
    Cell[] cells = {LOCK, user(one), user(two)};
    Arrays.sort(cells, CellComparator.getInstance());

    StoredRow row = StoredRows.of(KEY, Result.create(cells));

    assertThat(row.lock()).isEqualTo(new StoredLock(Bytes.toBytes("lock"), 11));
    assertThat(row.cells()).containsExactly(user(one), user(two));
  }

  private static Cell user(String family) {
    return cell(Bytes.toBytes(family), Bytes.toBytes("q"), 5, "value");
  }

  private static Cell cell(byte[] family, byte[] qualifier, long timestamp, String value) {
    return new KeyValue(ROW, family, qualifier, timestamp, Bytes.toBytes(value));
  }
}
