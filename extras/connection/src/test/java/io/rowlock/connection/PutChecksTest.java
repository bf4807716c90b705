package io.rowlock.connection;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class PutChecksTest {

  private static final byte[] ROW = Bytes.toBytes("row");
  private final PutChecks checks = new PutChecks(100);

  private static Put put(int bytes) {
    return new Put(ROW).addColumn(ROW, ROW, new byte[bytes]);
  }

  private void assertTooLarge(Row action) {
    assertThatThrownBy(() -> checks.check(action))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("KeyValue size too large")
        .hasMessageContaining("hbase.client.keyvalue.maxsize");
  }

  @Test
  void putsAreFoundWhereverTheyAre() throws IOException {
    assertTooLarge(put(100));
    RowMutations several = RowMutations.of(List.of(new Delete(ROW), put(100)));
    assertTooLarge(several);
    assertTooLarge(CheckAndMutate.newBuilder(ROW).ifNotExists(ROW, ROW).build(put(100)));
    assertTooLarge(CheckAndMutate.newBuilder(ROW).ifNotExists(ROW, ROW).build(several));
    assertThatThrownBy(() -> checks.check(new Put(ROW))).hasMessage("No columns to insert");
  }

  @Test
  void othersPass() {
    assertThatCode(() -> checks.check(put(10))).doesNotThrowAnyException();
    assertThatCode(() -> checks.check(new Delete(ROW))).doesNotThrowAnyException();
    assertThatCode(() -> new PutChecks(0).check(put(1_000))).doesNotThrowAnyException();
  }
}
