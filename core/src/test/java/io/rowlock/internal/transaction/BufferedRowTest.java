package io.rowlock.internal.transaction;

import static io.rowlock.internal.transaction.TestBed.F;
import static io.rowlock.internal.transaction.TestBed.G;
import static io.rowlock.internal.transaction.TestBed.show;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.transaction.ColumnChange.Addition;
import io.rowlock.internal.transaction.ColumnChange.Replacement;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class BufferedRowTest {

  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] A = Bytes.toBytes("a");
  private static final byte[] B = Bytes.toBytes("b");

  private final BufferedRow row = new BufferedRow(new RowKey(TestBed.TABLE, ROW));

  @Test
  void changesShowAfterTheRowWasLookedAt() {
    row.change(F, A, value("1"));
    assertThat(seen()).isEqualTo("f:a=1");
    row.change(F, B, value("2"));
    assertThat(seen()).isEqualTo("f:a=1 f:b=2");
    row.deleteFamily(F);
    assertThat(seen()).isEmpty();
  }

  @Test
  void copyGoesItsOwnWay() {
    row.change(F, A, value("1"));
    BufferedRow copy = row.copy();
    copy.change(F, B, value("2"));
    copy.deleteFamily(G);
    row.change(F, A, value("3"));

    assertThat(seen()).isEqualTo("f:a=3");
    assertThat(show(copy.overlay(List.of(), ColumnSelection.ALL))).isEqualTo("f:a=1 f:b=2");
  }

  @Test
  void openChangesNeedTheirColumnsUntilTheyAreSettled() {
    row.change(F, A, new Addition(1));
    row.change(F, B, value("x"));
    row.change(G, A, new Addition(1));
    row.deleteFamily(G);
    row.change(G, A, new Addition(5));

    assertThat(row.isOpen()).isTrue();
    assertThat(row.needs().includes(F, A)).isTrue();
    assertThat(row.needs().includes(F, B)).isFalse();
    assertThat(row.needs().includes(G, A)).isFalse();
    assertThat(row.isSettledBy(ColumnSelection.ALL)).isTrue();
    assertThat(row.isSettledBy(row.needs())).isTrue();
    assertThat(row.isSettledBy(ColumnSelection.LOCK_ONLY)).isFalse();
    assertThatThrownBy(this::seen).isInstanceOf(IllegalStateException.class);

    row.settle(List.of(cell(A, Bytes.toBytes(10L))));
    assertThat(row.needs()).isSameAs(ColumnSelection.LOCK_ONLY);
    assertThat(seen()).isEqualTo("f:a=11 f:b=x g:a=5");
  }

  @Test
  void intentIsComputedAnewOnEachBase() {
    row.change(F, A, new Addition(1));

    assertThat(show(on(List.of()))).isEqualTo("f:a=1");
    assertThat(show(on(List.of(cell(A, Bytes.toBytes(10L)))))).isEqualTo("f:a=11");
    assertThat(row.isOpen()).isTrue();
  }

  private List<Cell> on(List<Cell> base) {
    return row.intent(base).overlay(Bytes.toBytes("r"), List.of(), ColumnSelection.ALL, 1);
  }

  private String seen() {
    return show(row.overlay(List.of(), ColumnSelection.ALL));
  }

  private static Replacement value(String value) {
    return new Replacement(Bytes.toBytes(value));
  }

  private static Cell cell(byte[] qualifier, byte[] value) {
    return new KeyValue(ROW, F, qualifier, 10, value);
  }
}
