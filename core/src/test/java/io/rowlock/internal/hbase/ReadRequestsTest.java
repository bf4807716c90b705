package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.RowRead;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

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

  private static Get get(ColumnSelection columns) {
    return ReadRequests.get(new RowRead(new RowKey(TABLE, A), columns));
  }

  private static Scan scan(RowRange range, boolean reversed) {
    return ReadRequests.scan(new RangeScan(range, ColumnSelection.ALL, reversed, 10));
  }
}
