package io.rowlock.bench.tpcc.business;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.access.MemoryClient;
import io.rowlock.bench.tpcc.business.Delivery.DeliveryHints;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** On a small database in memory. */
class DeliveryTest {
  private final SmallDatabase database = new SmallDatabase();

  static List<Layout> layouts() {
    return Layout.all();
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void takesTheOldestOrderOfEachDistrict(Layout layout) throws IOException {
    MemoryClient client = database.load(layout);
    WholeDelivery deliveries = new WholeDelivery(client, new DeliveryHints(2), 10);
    for (int o = SmallDatabase.SCALE.firstUndelivered(); o <= 30; o++) {
      List<Delivery.Delivered> all = run(deliveries, o % 10 + 1);
      assertThat(all).hasSize(10);
      for (Delivery.Delivered delivered : all) {
        assertThat(delivered.o()).isEqualTo(o);
        assertDelivered(client, delivered, o % 10 + 1);
      }
    }
    assertThat(run(deliveries, 1)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void findsItsWayAfterOthersHaveDelivered(Layout layout) throws IOException {
    MemoryClient client = database.load(layout);
    WholeDelivery one = new WholeDelivery(client, new DeliveryHints(2), 1);
    WholeDelivery other = new WholeDelivery(client, new DeliveryHints(2), 1);
    int first = SmallDatabase.SCALE.firstUndelivered();
    assertThat(run(one, 1)).allMatch(order -> order.o() == first);
    assertThat(run(other, 1)).allMatch(order -> order.o() == first + 1);
    assertThat(run(other, 1)).allMatch(order -> order.o() == first + 2);
    assertThat(run(one, 1)).allMatch(order -> order.o() == first + 3);
  }

  private static List<Delivery.Delivered> run(WholeDelivery deliveries, int carrier)
      throws IOException {
    List<Delivery.Delivered> delivered = new ArrayList<>();
    var unused = deliveries.run(new Inputs.Delivery(2, carrier), delivered);
    return delivered;
  }

  private void assertDelivered(MemoryClient client, Delivery.Delivered delivered, int carrier) {
    int d = delivered.d();
    long o = delivered.o();
    assertThat(client.row(Keys.newOrder(2, d, o))).isEmpty();
    Row order = SmallDatabase.row(client, Keys.order(2, d, o));
    assertThat(order.count(Column.O_CARRIER_ID)).isEqualTo(carrier);
    long sum = 0;
    for (int number = 1; number <= order.count(Column.O_OL_CNT); number++) {
      Row line = SmallDatabase.row(client, Keys.orderLine(2, d, o, number));
      assertThat(line.has(Column.OL_DELIVERY_D)).isTrue();
      sum += line.number(Column.OL_AMOUNT);
    }
    Row customer = SmallDatabase.row(client, Keys.customer(2, d, delivered.c()));
    assertThat(delivered.c()).isEqualTo(order.count(Column.O_C_ID));
    assertThat(customer.number(Column.C_BALANCE)).isEqualTo(-1_000 + sum);
    assertThat(customer.number(Column.C_DELIVERY_CNT)).isEqualTo(1);
  }
}
