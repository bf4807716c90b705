package io.rowlock.bench.tpcc.population;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Part.PartRows;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The twelve consistency conditions, cardinalities and tenths, of every row of one warehouse. */
class FreshWarehouseTest {
  private static final Map<Relation, Long> COUNTS = new EnumMap<>(Relation.class);
  private static final Map<Integer, Long> DISTRICT_YTD = new HashMap<>();
  private static final Map<Integer, Long> NEXT_ORDER = new HashMap<>();
  private static final Map<Integer, Long> PAID = new HashMap<>();
  private static final Map<Key, Long> PAID_BY = new HashMap<>();
  private static final Map<Key, Row> CUSTOMERS = new HashMap<>();
  private static final Map<Key, Row> ORDERS = new HashMap<>();
  private static final Set<Key> NEW_ORDERS = new HashSet<>();
  private static final Map<Key, Integer> LINES = new HashMap<>();
  private static final Map<Key, Long> DELIVERED_AMOUNTS = new HashMap<>();
  private static long warehouseYtd;
  private static int originalItems;
  private static int originalStock;
  private static int linesUnlikeTheirOrder;
  private static int wrongQuantities;

  @BeforeAll
  static void lookAtAllRows() {
    Scale scale = Scale.standard(1);
    Population population = new Population(Origin.of(scale, 5, 1_700_000_000_123L));
    PartRows rows = new PartRows(population, Layout.NORMALIZED);
    for (Part part : Part.all(scale, false)) {
      rows.of(part).forEach(FreshWarehouseTest::note);
    }
  }

  private static void note(KeyedRow keyed) {
    Key key = keyed.key();
    Row row = keyed.row();
    COUNTS.merge(key.relation(), 1L, Long::sum);
    switch (key.relation()) {
      case WAREHOUSE_YTD -> warehouseYtd = row.number(Column.W_YTD);
      case DISTRICT_YTD -> DISTRICT_YTD.put(key.district(), row.number(Column.D_YTD));
      case DISTRICT_NEXT -> NEXT_ORDER.put(key.district(), row.number(Column.D_NEXT_O_ID));
      case CUSTOMER -> CUSTOMERS.put(key, row);
      case HISTORY -> notePayment(key, row);
      case ORDERS -> ORDERS.put(key, row);
      case NEW_ORDER -> NEW_ORDERS.add(orderOf(key));
      case ORDER_LINE -> noteLine(key, row);
      case ITEM -> originalItems += Origin.isOriginal(row.text(Column.I_DATA)) ? 1 : 0;
      case STOCK -> noteStock(row);
      default -> {}
    }
  }

  private static void notePayment(Key key, Row row) {
    PAID.merge(key.district(), row.number(Column.H_AMOUNT), Long::sum);
    Key customer =
        customer(row.count(Column.H_C_W_ID), row.count(Column.H_C_D_ID), row.count(Column.H_C_ID));
    PAID_BY.merge(customer, row.number(Column.H_AMOUNT), Long::sum);
  }

  private static void noteLine(Key key, Row row) {
    Key order = orderOf(key);
    Row ordered = ORDERS.get(order);
    LINES.merge(order, 1, Integer::sum);
    boolean isDelivered = row.has(Column.OL_DELIVERY_D);
    long amount = row.number(Column.OL_AMOUNT);
    if (isDelivered) {
      Key customer = customer(1, key.district(), ordered.count(Column.O_C_ID));
      DELIVERED_AMOUNTS.merge(customer, amount, Long::sum);
    }
    boolean isAsDelivered =
        isDelivered
            && amount == 0
            && row.number(Column.OL_DELIVERY_D) == ordered.number(Column.O_ENTRY_D);
    boolean isAsUndelivered = !isDelivered && amount >= 1 && amount <= 999_999;
    boolean isRight = ordered.has(Column.O_CARRIER_ID) ? isAsDelivered : isAsUndelivered;
    linesUnlikeTheirOrder += isRight ? 0 : 1;
  }

  private static void noteStock(Row row) {
    originalStock += Origin.isOriginal(row.text(Column.S_DATA)) ? 1 : 0;
    int quantity = row.count(Column.S_QUANTITY);
    boolean isUntouched =
        row.number(Column.S_YTD) == 0
            && row.number(Column.S_ORDER_CNT) == 0
            && row.number(Column.S_REMOTE_CNT) == 0;
    wrongQuantities += quantity >= 10 && quantity <= 100 && isUntouched ? 0 : 1;
  }

  private static Key customer(int w, int d, int c) {
    return Keys.customer(w, d, c);
  }

  private static Key orderOf(Key key) {
    return Keys.order(key.warehouse(), key.district(), key.part(2));
  }

  @Test
  void cardinalities() {
    assertThat(COUNTS.remove(Relation.ORDER_LINE)).isBetween(297_000L, 303_000L);
    assertThat(COUNTS)
        .containsOnly(
            Map.entry(Relation.WAREHOUSE, 1L),
            Map.entry(Relation.WAREHOUSE_YTD, 1L),
            Map.entry(Relation.DISTRICT, 10L),
            Map.entry(Relation.DISTRICT_YTD, 10L),
            Map.entry(Relation.DISTRICT_NEXT, 10L),
            Map.entry(Relation.CUSTOMER, 30_000L),
            Map.entry(Relation.CUSTOMER_NAME, 30_000L),
            Map.entry(Relation.HISTORY, 30_000L),
            Map.entry(Relation.NEW_ORDER, 9_000L),
            Map.entry(Relation.ORDERS, 30_000L),
            Map.entry(Relation.ORDER_CUSTOMER, 30_000L),
            Map.entry(Relation.STOCK, 100_000L),
            Map.entry(Relation.ITEM, 100_000L));
  }

  @Test
  void exactlyATenthIsOriginalAndHasBadCredit() {
    assertThat(originalItems).isEqualTo(10_000);
    assertThat(originalStock).isEqualTo(10_000);
    for (int d = 1; d <= 10; d++) {
      int district = d;
      assertThat(CUSTOMERS.entrySet())
          .filteredOn(customer -> customer.getKey().district() == district)
          .filteredOn(customer -> customer.getValue().text(Column.C_CREDIT).equals("BC"))
          .hasSize(300);
    }
  }

  @Test
  void stockIsFreshAndInItsBounds() {
    assertThat(wrongQuantities).isZero();
  }

  @Test
  void linesPerOrderAreUniform() {
    Map<Integer, Integer> orders = new HashMap<>();
    ORDERS.values().forEach(order -> orders.merge(order.count(Column.O_OL_CNT), 1, Integer::sum));
    assertThat(orders.keySet()).containsExactlyInAnyOrder(5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    assertThat(orders.values()).allSatisfy(count -> assertThat(count).isCloseTo(2727, within(250)));
  }

  @Test
  void conditions1And8And9() {
    assertThat(warehouseYtd).isEqualTo(30_000_000);
    assertThat(DISTRICT_YTD).hasSize(10);
    assertThat(DISTRICT_YTD.values()).containsOnly(3_000_000L);
    assertThat(PAID).isEqualTo(DISTRICT_YTD);
  }

  @Test
  void conditions2And3And11() {
    for (int d = 1; d <= 10; d++) {
      assertThat(NEXT_ORDER).containsEntry(d, 3001L);
      assertThat(ordersIn(ORDERS.keySet(), d)).hasSize(3000).contains(1L, 3000L);
      assertThat(ordersIn(NEW_ORDERS, d)).hasSize(900).contains(2101L, 3000L);
    }
  }

  private static List<Long> ordersIn(Set<Key> orders, int d) {
    return orders.stream().filter(key -> key.district() == d).map(key -> key.part(2)).toList();
  }

  @Test
  void conditions4And6() {
    assertThat(LINES).hasSize(30_000);
    ORDERS.forEach(
        (key, order) -> assertThat(LINES).containsEntry(key, order.count(Column.O_OL_CNT)));
  }

  @Test
  void conditions5And7() {
    ORDERS.forEach(
        (key, order) ->
            assertThat(order.has(Column.O_CARRIER_ID)).isEqualTo(!NEW_ORDERS.contains(key)));
    assertThat(linesUnlikeTheirOrder).isZero();
  }

  @Test
  void conditions10And12() {
    assertThat(DELIVERED_AMOUNTS).hasSize(21_000);
    CUSTOMERS.forEach(
        (key, customer) -> {
          long delivered = DELIVERED_AMOUNTS.getOrDefault(key, 0L);
          long balance = customer.number(Column.C_BALANCE);
          assertThat(balance).isEqualTo(delivered - PAID_BY.get(key));
          assertThat(balance + customer.number(Column.C_YTD_PAYMENT)).isEqualTo(delivered);
        });
  }
}
