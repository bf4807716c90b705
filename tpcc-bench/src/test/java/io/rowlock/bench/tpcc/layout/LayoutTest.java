package io.rowlock.bench.tpcc.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowlock.bench.tpcc.layout.Layout.TablePlan;
import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LayoutTest {
  private static final List<Key> KEYS =
      List.of(
          Keys.warehouse(2),
          Keys.warehouseYtd(2),
          Keys.district(2, 3),
          Keys.districtYtd(2, 3),
          Keys.districtNext(2, 3),
          Keys.customer(2, 3, 4),
          Keys.customerName(2, 3, "BAR", "abc", 4),
          Keys.customerNames(2, 3, "BAR"),
          Keys.history(2, 3, 1_700_000_000_123L, 1, 9),
          Keys.newOrder(2, 3, 2101),
          Keys.order(2, 3, 2101),
          Keys.orderCustomer(2, 3, 4, 2101),
          Keys.ordersOfCustomer(2, 3, 4),
          Keys.orderLine(2, 3, 2101, 15),
          Keys.stock(2, 100_000));

  static List<Layout> layouts() {
    return Layout.all();
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void rowIsWhatItsKeySays(Layout layout) {
    for (Key key : KEYS) {
      assertThat(layout.key(layout.table(key.relation()), layout.row(key))).isEqualTo(key);
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void noTwoRowsStandInOnePlace(Layout layout) {
    Set<String> places = new HashSet<>();
    for (Key key : KEYS) {
      places.add(layout.table(key.relation()) + " " + Bytes.toHex(layout.row(key)));
    }
    assertThat(places).hasSameSizeAs(KEYS);
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void rangeOfAWarehouseHasItsRowsAndNoOthers(Layout layout) {
    for (Key key : KEYS) {
      for (Relation relation : Relation.values()) {
        boolean isSameTable = relation.table().equals(key.relation().table());
        assertThat(contains(layout, KeyRange.of(relation, 2), key))
            .as("%s in %s", key, relation)
            .isEqualTo(isSameTable);
        assertThat(contains(layout, KeyRange.of(relation, 1), key)).isFalse();
        assertThat(contains(layout, KeyRange.of(relation, 3), key)).isFalse();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void rangesInDistrictsEndWhereTheyShould(Layout layout) {
    KeyRange orders = KeyRange.of(Relation.NEW_ORDER, 2, 255);
    assertThat(contains(layout, orders, Keys.newOrder(2, 255, 10_000_000))).isTrue();
    assertThat(contains(layout, orders, Keys.order(2, 1, 1))).isFalse();
    KeyRange lines = KeyRange.linesOf(2, 3, 255);
    assertThat(contains(layout, lines, Keys.orderLine(2, 3, 255, 1))).isTrue();
    assertThat(contains(layout, lines, Keys.orderLine(2, 3, 256, 1))).isFalse();
  }

  @Test
  void itemsStandOnceOrInEveryWarehouse() {
    assertThat(Layout.NORMALIZED.row(Keys.item(7, 9))).isEqualTo(Bytes.toBytes(9));
    assertThat(Layout.NORMALIZED.start(KeyRange.of(Relation.ITEM, 7))).isEmpty();
    assertThat(Layout.NORMALIZED.stop(KeyRange.of(Relation.ITEM, 7))).isEmpty();
    assertThat(Layout.NORMALIZED.key(TableName.valueOf("rowlock_tpcc_item"), Bytes.toBytes(9)))
        .isEqualTo(Keys.item(0, 9));
    byte[] copy = Layout.ONETABLE.row(Keys.item(7, 9));
    assertThat(copy).startsWith(Bytes.toBytes(7)).endsWith(Bytes.toBytes(9));
    assertThat(Layout.ONETABLE.key(Layout.ONETABLE.table(Relation.ITEM), copy))
        .isEqualTo(Keys.item(7, 9));
  }

  @Test
  void everyRowOfAWarehouseIsInItsRegion() {
    List<byte[]> splits = Layout.ONETABLE.tables(3, 1).get(0).splits();
    assertThat(splits).containsExactly(Bytes.toBytes(1), Bytes.toBytes(2), Bytes.toBytes(3));
    for (Key key : KEYS) {
      assertThat(Bytes.compareTo(Layout.ONETABLE.row(key), splits.get(1))).isPositive();
      assertThat(Bytes.compareTo(Layout.ONETABLE.row(key), splits.get(2))).isNegative();
    }
  }

  @Test
  void elevenTablesAreSplitBetweenTheSameWarehouses() {
    List<TablePlan> one = Layout.NORMALIZED.tables(1, 1);
    assertThat(one).hasSize(11);
    assertThat(one).allMatch(table -> table.splits().isEmpty());
    List<TablePlan> ten = Layout.NORMALIZED.tables(10, 2);
    for (TablePlan table : ten) {
      assertThat(table.splits()).hasSize(table.name().getNameAsString().endsWith("item") ? 1 : 7);
    }
    assertThat(ten.get(0).splits().get(0)).isEqualTo(Bytes.toBytes(2));
    assertThat(ten.get(0).splits().get(6)).isEqualTo(Bytes.toBytes(9));
  }

  @Test
  void strangeRowsAreNoneOfTpcc() {
    TableName table = Layout.ONETABLE.table(Relation.ITEM);
    assertThatExceptionOfType(BrokenRowException.class)
        .isThrownBy(() -> Layout.ONETABLE.key(table, new byte[] {0, 0, 0, 1, 0x33, 1}));
    assertThatExceptionOfType(BrokenRowException.class)
        .isThrownBy(() -> Layout.ONETABLE.key(table, new byte[] {1}));
  }

  @Test
  void layoutsHaveNames() {
    assertThat(Layout.named("onetable")).isSameAs(Layout.ONETABLE);
    assertThatIllegalArgumentException().isThrownBy(() -> Layout.named("packed"));
  }

  private static boolean contains(Layout layout, KeyRange range, Key key) {
    byte[] row = layout.row(key);
    byte[] stop = layout.stop(range);
    return layout.table(range.relation()).equals(layout.table(key.relation()))
        && Arrays.compareUnsigned(layout.start(range), row) <= 0
        && (stop.length == 0 || Arrays.compareUnsigned(row, stop) < 0);
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void aDatabaseBesideHasTablesOfItsOwnAndTheSameRows(Layout layout) {
    Layout beside = layout.beside();
    assertThat(names(beside))
        .hasSameSizeAs(names(layout))
        .doesNotContainAnyElementsOf(names(layout));
    Key item = Keys.item(1, 9);
    assertThat(beside.row(item)).isEqualTo(layout.row(item));
    assertThat(beside.key(beside.table(Relation.ITEM), beside.row(item)))
        .isEqualTo(layout.key(layout.table(Relation.ITEM), layout.row(item)));
    assertThat(names(beside)).contains(beside.table(Relation.ITEM));
  }

  private static List<TableName> names(Layout layout) {
    return layout.tables(1, 1).stream().map(Layout.TablePlan::name).toList();
  }
}
