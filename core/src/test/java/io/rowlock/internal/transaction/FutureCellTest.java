package io.rowlock.internal.transaction;

import static io.rowlock.internal.transaction.TestBed.TABLE;
import static io.rowlock.internal.transaction.TestBed.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.RowKey;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A plain writer has set the timestamp of a cell; a transaction that reads the cell replaces it.
 */
class FutureCellTest {

  private static final byte[] ROW = Bytes.toBytes("row");

  private final TestBed bed = new TestBed();
  private final ActiveTransaction transaction = bed.begin();

  @BeforeEach
  void writePlainCell() {
    long future = bed.time().currentMillis() + 3_600_000;
    Put plain = new Put(ROW, future).addColumn(Bytes.toBytes("f"), Bytes.toBytes("a"), ROW);
    bed.store().cluster().rawWrite(TABLE, plain);
  }

  @Test
  void narrowerReadForgetsNoCell() {
    assertThat(bed.get(transaction, "row")).isEqualTo("f:a=row");
    readOtherFamily();
    assertIsReplaced();
  }

  @Test
  void narrowerReadForgetsNoCellOfAScan() {
    bed.scan(transaction, new Scan());
    readOtherFamily();
    assertIsReplaced();
  }

  @Test
  void scanAfterANarrowerReadCountsToo() {
    readOtherFamily();
    bed.scan(transaction, new Scan());
    assertIsReplaced();
  }

  @Test
  void narrowerScanForgetsNoCellOfAnEarlierOne() {
    bed.scan(transaction, new Scan());
    bed.scan(transaction, new Scan().addFamily(Bytes.toBytes("g")));
    assertIsReplaced();
  }

  @Test
  void longScanForgetsNoCell() {
    for (int i = 0; i <= PageSizes.DEFAULT; i++) {
      bed.committed(put("row %03d".formatted(i), "f:a", "later"));
    }
    bed.scan(transaction, new Scan());
    assertIsReplaced();
  }

  /** One plain cell of the future must not lift all rows of a database into the future. */
  @Test
  void cellOfAnotherRowDoesNotCount() {
    long future = bed.store().cluster().newestTimestamp(key("row"));
    for (int i = 0; i <= PageSizes.DEFAULT; i++) {
      bed.committed(put("row %03d".formatted(i), "f:a", "earlier"));
    }
    bed.scan(transaction, new Scan());
    bed.await(transaction.writeAll(TABLE, List.of(put("row 500", "f:a", "new"))));
    bed.await(transaction.commit());
    assertThat(bed.store().cluster().newestTimestamp(key("row 500"))).isBetween(1L, future - 1);
  }

  private static RowKey key(String row) {
    return new RowKey(TABLE, Bytes.toBytes(row));
  }

  private void readOtherFamily() {
    bed.await(transaction.reads().get(TABLE, new Get(ROW).addFamily(Bytes.toBytes("g"))));
  }

  private void assertIsReplaced() {
    bed.await(transaction.writeAll(TABLE, List.of(put("row", "f:a", "new"))));
    bed.await(transaction.commit());
    assertThat(bed.committedRow("row")).isEqualTo("f:a=new");
  }
}
