package io.rowlock.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RowKeyTest {

  private static final TableName TABLE = TableName.valueOf("b");

  @Test
  void equalByContent() {
    assertThat(key("row")).isEqualTo(key("row")).hasSameHashCodeAs(key("row"));
    assertThat(key("row")).isNotEqualTo(key("other"));
    assertThat(key("row")).isNotEqualTo(new RowKey(TableName.valueOf("c"), Bytes.toBytes("row")));
  }

  @Test
  void orderedByTableAndThenByUnsignedBytes() {
    assertThat(key("z")).isLessThan(new RowKey(TableName.valueOf("c"), Bytes.toBytes("a")));
    assertThat(key("a")).isLessThan(key("aa"));
    assertThat(new RowKey(TABLE, new byte[] {0x7f})).isLessThan(new RowKey(TABLE, new byte[] {-1}));
  }

  @Test
  void namesTableAndRowEscaped() {
    RowKey key = new RowKey(TableName.valueOf("ns:t"), new byte[] {'a', 0, -1});

    assertThat(key).hasToString("row 'a\\x00\\xFF' of table 'ns:t'");
  }

  @Test
  void longRowsAreCutInMessages() {
    assertThat(key("x".repeat(65)))
        .hasToString("row '" + "x".repeat(64) + "...(65 bytes)' of table 'b'");
    assertThat(key("x".repeat(64))).hasToString("row '" + "x".repeat(64) + "' of table 'b'");
  }

  private static RowKey key(String row) {
    return new RowKey(TABLE, Bytes.toBytes(row));
  }
}
