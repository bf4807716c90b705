package io.rowlock.bench.tpcc.business;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.access.MemoryClient;
import io.rowlock.bench.tpcc.business.Delivery.DeliveryHints;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Row;
import java.io.IOException;
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
    DeferredDelivery deliveries = new DeferredDelivery(client, new DeliveryHints(2), 10);
    for (int o = SmallDatabase.SCALE.firstUndelivered(); o <= 30; o++) {
      DeferredDelivery.Completed completed = deliveries.run(queued(o % 10 + 1));
      assertThat(completed.failure()).isNull();
      assertThat(completed.skipped()).isEmpty();
      assertThat(completed.delivered()).hasSize(10);
      for (Delivery.Delivered delivered : completed.delivered()) {
        assertThat(delivered.o()).isEqualTo(o);
        assertDelivered(client, delivered, o % 10 + 1);
      }
    }
    DeferredDelivery.Completed last = deliveries.run(queued(1));
    assertThat(last.skipped()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    assertThat(last.delivered()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void findsItsWayAfterOthersHaveDelivered(Layout layout) throws IOException {
    MemoryClient client = database.load(layout);
    DeferredDelivery one = new DeferredDelivery(client, new DeliveryHints(2), 1);
    DeferredDelivery other = new DeferredDelivery(client, new DeliveryHints(2), 1);
    int first = SmallDatabase.SCALE.firstUndelivered();
    assertThat(one.run(queued(1)).delivered()).allMatch(order -> order.o() == first);
    assertThat(other.run(queued(1)).delivered()).allMatch(order -> order.o() == first + 1);
    assertThat(other.run(queued(1)).delivered()).allMatch(order -> order.o() == first + 2);
    assertThat(one.run(queued(1)).delivered()).allMatch(order -> order.o() == first + 3);
  }

  private static DeferredDelivery.Queued queued(int carrier) {
    return new DeferredDelivery.Queued(new Inputs.Delivery(2, carrier), SmallDatabase.NOW, 0);
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
