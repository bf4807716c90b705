package io.rowlock.internal.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.transaction.ColumnChange.Addition;
import io.rowlock.internal.transaction.ColumnChange.Replacement;
import io.rowlock.internal.transaction.ColumnChange.Suffix;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ColumnChangeTest {

  private static final Column COLUMN =
      new Column(
          new RowKey(TableName.valueOf("table"), Bytes.toBytes("row")),
          Bytes.toBytes("f"),
          Bytes.toBytes("q"));

  @Test
  void additionCountsAnAbsentCellAsZero() {
    assertThat(apply(new Addition(-7), null)).isEqualTo(Bytes.toBytes(-7L));
    assertThat(apply(new Addition(5), Bytes.toBytes(2L))).isEqualTo(Bytes.toBytes(7L));
  }

  @Test
  void additionWrapsAround() {
    assertThat(apply(new Addition(1), Bytes.toBytes(Long.MAX_VALUE)))
        .isEqualTo(Bytes.toBytes(Long.MIN_VALUE));
  }

  @Test
  void additionRefusesWhatIsNoLong() {
    assertThatThrownBy(() -> apply(new Addition(1), Bytes.toBytes("four")))
        .isInstanceOf(ProtocolFailure.class)
        .hasMessageContaining("4 bytes wide")
        .hasMessageContaining("column 'f:q' of row 'row' of table 'table'");
  }

  @Test
  void suffixCountsAnAbsentCellAsEmpty() {
    assertThat(apply(new Suffix(Bytes.toBytes("b")), null)).asString().isEqualTo("b");
    assertThat(apply(new Suffix(Bytes.toBytes("b")), Bytes.toBytes("a")))
        .asString()
        .isEqualTo("ab");
  }

  @Test
  void updatesOfOneKindFoldIntoOne() {
    assertThat(new Addition(1).then(new Addition(2), COLUMN)).isEqualTo(new Addition(3));
    assertThat(suffix("a").then(suffix("b"), COLUMN)).isInstanceOf(Suffix.class);
    assertThat(apply(suffix("a").then(suffix("b"), COLUMN), null)).asString().isEqualTo("ab");
  }

  @Test
  void updatesOfTwoKindsApplyInOrder() {
    ColumnChange change = suffix("1234567").then(new Addition(1), COLUMN);

    assertThat(change.needsCommitted()).isTrue();
    assertThat(apply(change, Bytes.toBytes("0"))).asString().isEqualTo("01234568");
  }

  @Test
  void replacementForgetsWhatCameBefore() {
    ColumnChange change = new Addition(1).then(value("x"), COLUMN);

    assertThat(change.needsCommitted()).isFalse();
    assertThat(apply(change, Bytes.toBytes("no long"))).asString().isEqualTo("x");
  }

  @Test
  void updatesOfAReplacementNeedNothingCommitted() {
    ColumnChange change = value("x").then(suffix("y"), COLUMN);
    ColumnChange onDeleted = Replacement.DELETED.then(new Addition(3), COLUMN);

    assertThat(change.needsCommitted()).isFalse();
    assertThat(apply(change, Bytes.toBytes("committed"))).asString().isEqualTo("xy");
    assertThat(onDeleted.needsCommitted()).isFalse();
    assertThat(apply(onDeleted, Bytes.toBytes(100L))).isEqualTo(Bytes.toBytes(3L));
  }

  private static byte @Nullable [] apply(ColumnChange change, byte @Nullable [] committed) {
    return change.applyTo(committed, COLUMN);
  }

  private static Suffix suffix(String bytes) {
    return new Suffix(Bytes.toBytes(bytes));
  }

  private static Replacement value(String bytes) {
    return new Replacement(Bytes.toBytes(bytes));
  }
}
