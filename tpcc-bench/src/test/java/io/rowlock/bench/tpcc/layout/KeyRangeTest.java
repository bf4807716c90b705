package io.rowlock.bench.tpcc.layout;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class KeyRangeTest {
  @Test
  void linesOfAnOrder() {
    KeyRange lines = KeyRange.linesOf(1, 2, 3001);
    assertThat(contains(lines, Keys.orderLine(1, 2, 3001, 1))).isTrue();
    assertThat(contains(lines, Keys.orderLine(1, 2, 3001, 15))).isTrue();
    assertThat(contains(lines, Keys.orderLine(1, 2, 3000, 15))).isFalse();
    assertThat(contains(lines, Keys.orderLine(1, 2, 3002, 1))).isFalse();
  }

  @Test
  void linesOfSeveralOrdersLeaveTheLastOut() {
    KeyRange lines = KeyRange.linesOf(1, 2, 2981, 3001);
    assertThat(contains(lines, Keys.orderLine(1, 2, 2981, 1))).isTrue();
    assertThat(contains(lines, Keys.orderLine(1, 2, 3000, 15))).isTrue();
    assertThat(contains(lines, Keys.orderLine(1, 2, 3001, 1))).isFalse();
  }

  @Test
  void partsBelongToTheirDistrictAndWarehouse() {
    assertThat(contains(KeyRange.of(Relation.DISTRICT, 1, 2), Keys.districtNext(1, 2))).isTrue();
    assertThat(contains(KeyRange.of(Relation.DISTRICT, 1, 2), Keys.district(1, 3))).isFalse();
    assertThat(contains(KeyRange.of(Relation.WAREHOUSE, 1), Keys.warehouseYtd(1))).isTrue();
  }

  @Test
  void endsOfRangesAreCarried() {
    assertThat(KeyRange.after(new byte[] {0, 0, 0, (byte) 255})).containsExactly(0, 0, 1);
    assertThat(KeyRange.after(new byte[] {0, 0, 1, 7})).containsExactly(0, 0, 1, 8);
    KeyRange warehouse = KeyRange.of(Relation.STOCK, 255);
    assertThat(contains(warehouse, Keys.stock(255, 100_000))).isTrue();
    assertThat(contains(warehouse, Keys.stock(256, 1))).isFalse();
  }

  private static boolean contains(KeyRange range, Key key) {
    return Bytes.compareTo(range.start(), key.bytes()) <= 0
        && Bytes.compareTo(key.bytes(), range.stop()) < 0;
  }
}
