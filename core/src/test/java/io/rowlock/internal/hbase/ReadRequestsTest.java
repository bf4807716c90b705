package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.ColumnSlice;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.RowRead;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadRequestsTest {

  private static final TableName TABLE = TableName.valueOf("table");
  private static final byte[] A = Bytes.toBytes("a");
  private static final byte[] B = Bytes.toBytes("b");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] G = Bytes.toBytes("g");

  @Test
  void everythingNeedsNoColumns() {
    assertThat(get(ColumnSelection.ALL).hasFamilies()).isFalse();
  }

  @Test
  void lockAloneIsOneColumn() {
    Map<byte[], NavigableSet<byte[]>> families = get(ColumnSelection.LOCK_ONLY).getFamilyMap();

    assertThat(families).containsOnlyKeys(LockColumn.family());
    assertThat(families.get(LockColumn.family())).containsExactly(LockColumn.qualifier());
  }

  @Test
  void lockComesAlongWithSelectedColumns() {
    TreeMap<byte[], NavigableSet<byte[]>> selected = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    selected.put(F, new TreeSet<>(Bytes.BYTES_COMPARATOR));
    selected.put(G, new TreeSet<>(Bytes.BYTES_COMPARATOR));
    selected.get(G).add(A);

    Map<byte[], NavigableSet<byte[]>> families = get(ColumnSelection.of(selected)).getFamilyMap();

    assertThat(families).containsOnlyKeys(LockColumn.family(), F, G);
    assertThat(families.get(F)).isNull();
    assertThat(families.get(G)).containsExactly(A);
  }

  @Test
  void pageIsOneLimitedScan() {
    Scan scan = scan(RowRange.all(TABLE), false);

    assertThat(scan.getLimit()).isEqualTo(10);
    assertThat(scan.getCaching()).isEqualTo(10);
    assertThat(scan.getReadType()).isEqualTo(Scan.ReadType.PREAD);
    assertThat(scan.getStartRow()).isEmpty();
    assertThat(scan.getStopRow()).isEmpty();
  }

  @Test
  void forwardScanStartsAtTheFirstRow() {
    Scan scan = scan(new RowRange(TABLE, A, false, B, true), false);

    assertThat(scan.getStartRow()).isEqualTo(A);
    assertThat(scan.includeStartRow()).isFalse();
    assertThat(scan.getStopRow()).isEqualTo(B);
    assertThat(scan.includeStopRow()).isTrue();
  }

  @Test
  void reversedScanStartsAtTheLastRow() {
    Scan scan = scan(new RowRange(TABLE, A, false, B, true), true);

    assertThat(scan.isReversed()).isTrue();
    assertThat(scan.getStartRow()).isEqualTo(B);
    assertThat(scan.includeStartRow()).isTrue();
    assertThat(scan.getStopRow()).isEqualTo(A);
    assertThat(scan.includeStopRow()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"f", "A"})
  void lockComesAlongWithASlice(String family) throws IOException {
    TreeMap<byte[], NavigableSet<byte[]>> selected = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    selected.put(Bytes.toBytes(family), new TreeSet<>(Bytes.BYTES_COMPARATOR));
    for (ColumnSelection columns : List.of(ColumnSelection.of(selected), ColumnSelection.ALL)) {
      assertThat(slice("x", "", family, columns)).containsExactlyInAnyOrder("l", "x", "y");
      assertThat(slice("x", "y", family, columns)).containsExactlyInAnyOrder("l", "x");
      assertThat(slice("", "b", family, columns)).containsExactlyInAnyOrder("l", "a");
    }
  }

  private static List<String> slice(
      String from, String until, String family, ColumnSelection columns) throws IOException {
    ColumnSlice slice = new ColumnSlice(Bytes.toBytes(from), Bytes.toBytes(until), 7);
    Get get = ReadRequests.get(new RowRead(new RowKey(TABLE, A), columns, slice));
    assertThat(get.getMaxResultsPerColumnFamily()).isEqualTo(7);
    return passed(get.getFilter(), family);
  }

  /** Goes through a row like a server. */
  private static List<String> passed(Filter filter, String family) throws IOException {
    TreeSet<Cell> row = new TreeSet<>(CellComparator.getInstance());
    row.add(new KeyValue(A, LockColumn.family(), LockColumn.qualifier(), A));
    for (String qualifier : List.of("a", "b", "x", "y")) {
      row.add(new KeyValue(A, Bytes.toBytes(family), Bytes.toBytes(qualifier), A));
    }
    List<String> passed = new ArrayList<>();
    Cell cell = row.first();
    while (cell != null) {
      Filter.ReturnCode code = filter.filterCell(cell);
      if (code == Filter.ReturnCode.INCLUDE) {
        passed.add(Bytes.toString(CellUtil.cloneQualifier(cell)));
      }
      boolean seeks = code == Filter.ReturnCode.SEEK_NEXT_USING_HINT;
      cell = seeks ? row.ceiling(filter.getNextCellHint(cell)) : row.higher(cell);
    }
    return passed;
  }

  private static Get get(ColumnSelection columns) {
    return ReadRequests.get(new RowRead(new RowKey(TABLE, A), columns));
  }

  private static Scan scan(RowRange range, boolean reversed) {
    return ReadRequests.scan(new RangeScan(range, ColumnSelection.ALL, reversed, 10));
  }
}
