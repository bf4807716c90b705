package io.rowlock.bench.tpcc.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RowTest {
  @Test
  void numbersOfColumnsThatAreNoKeys() {
    Map<String, Long> attributes =
        Arrays.stream(Column.values())
            .collect(
                Collectors.groupingBy(column -> column.relation().table(), Collectors.counting()));
    // HISTORY has H_W_ID and H_D_ID in its key; NEW-ORDER has a cell that says that it is there.
    assertThat(attributes)
        .containsOnly(
            Map.entry("warehouse", 8L),
            Map.entry("district", 9L),
            Map.entry("customer", 18L),
            Map.entry("history", 6L),
            Map.entry("new_order", 1L),
            Map.entry("orders", 5L),
            Map.entry("order_line", 6L),
            Map.entry("stock", 15L),
            Map.entry("item", 4L));
  }

  @Test
  void qualifiersAreShortAndDifferentInARelation() {
    for (Relation relation : Relation.values()) {
      assertThat(relation.columns().stream().map(column -> Bytes.toString(column.qualifier())))
          .doesNotHaveDuplicates()
          .allMatch(name -> name.length() <= 2);
    }
  }

  @Test
  void valuesComeBack() {
    Row row =
        new Row()
            .set(Column.C_BALANCE, -1_000)
            .set(Column.C_PAYMENT_CNT, 1)
            .set(Column.C_LAST, "BARÄ");
    assertThat(row.number(Column.C_BALANCE)).isEqualTo(-1_000);
    assertThat(row.count(Column.C_PAYMENT_CNT)).isEqualTo(1);
    assertThat(row.text(Column.C_LAST)).isEqualTo("BARÄ");
    assertThat(row.cells().get(Column.C_BALANCE.qualifier())).hasSize(8);
    assertThat(row.cells().get(Column.C_PAYMENT_CNT.qualifier())).hasSize(4);
  }

  @Test
  void nullIsAnAbsentCell() {
    Row order = new Row().set(Column.O_C_ID, 7);
    assertThat(order.has(Column.O_CARRIER_ID)).isFalse();
    assertThatExceptionOfType(BrokenRowException.class)
        .isThrownBy(() -> order.number(Column.O_CARRIER_ID))
        .withMessageContaining("O_CARRIER_ID is null");
  }

  @Test
  void damagedNumbersAreNotRead() {
    Row row = new Row().set(Column.C_BALANCE.qualifier(), new byte[7]);
    assertThatExceptionOfType(BrokenRowException.class)
        .isThrownBy(() -> row.number(Column.C_BALANCE))
        .withMessageContaining("C_BALANCE has 7 bytes");
  }

  @Test
  void textIsNoNumber() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Row().set(Column.C_LAST, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Row().set(Column.C_BALANCE, "1"));
  }

  @Test
  void equalWhenAllBytesAre() {
    Row one = new Row().set(Column.O_C_ID, 7).set(Column.O_OL_CNT, 5);
    assertThat(one).isEqualTo(new Row().set(Column.O_OL_CNT, 5).set(Column.O_C_ID, 7));
    assertThat(one).hasSameHashCodeAs(new Row().set(Column.O_OL_CNT, 5).set(Column.O_C_ID, 7));
    assertThat(one).isNotEqualTo(new Row().set(Column.O_C_ID, 7));
    assertThat(one).isNotEqualTo(new Row().set(Column.O_C_ID, 7).set(Column.O_OL_CNT, 6));
  }
}
