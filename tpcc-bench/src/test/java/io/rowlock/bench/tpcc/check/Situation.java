package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.access.MemoryClient;
import io.rowlock.bench.tpcc.business.Delivery;
import io.rowlock.bench.tpcc.business.Delivery.DeliveryHints;
import io.rowlock.bench.tpcc.business.Inputs;
import io.rowlock.bench.tpcc.business.Inputs.CustomerChoice;
import io.rowlock.bench.tpcc.business.NewOrder;
import io.rowlock.bench.tpcc.business.Payment;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.Population;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.population.Script;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Two small warehouses after some business transactions. Each district was loaded with 30 orders,
 * of which 22 to 30 were not delivered. Of warehouse 2, district 10 has delivered all of them, and
 * districts 1 to 9 none; remote payments and lines have changed customers and stock only.
 */
final class Situation {
  static final Origin ORIGIN = Origin.of(new Scale(2, 100, 30), 3, 1_700_000_000_000L);

  /** Loaded delivered, loaded undelivered, and delivered since then. */
  static final Key DELIVERED_AT_LOAD = Keys.order(2, 3, 5);

  static final Key UNDELIVERED_AT_LOAD = Keys.order(2, 3, 25);
  static final Key DELIVERED_SINCE = Keys.order(1, 4, 22);

  /** The one of customer 7 of warehouse 1, district 4. */
  static final Key PAYMENT = Keys.history(1, 4, Situation.NOW, 9, 1);

  static final long NOW = 1_800_000_000_000L;
  private static final int TRANSACTIONS = 100;
  private static final int LOADED_UNDELIVERED = 9;

  private final Layout layout;
  private final MemoryClient client;
  private final Key order;
  private final Key lastOrder;
  private final Key orderOfOneLine;

  Situation(Layout layout) throws IOException {
    this.layout = layout;
    this.client = new MemoryClient(new Population(ORIGIN), layout);
    Script script = new Script(ORIGIN, layout);
    for (int i = 0; i < TRANSACTIONS; i++) {
      script.next(client);
    }
    deliver();
    order =
        order(
            4, 5, new Inputs.Line(11, 1, 3), new Inputs.Line(12, 2, 4), new Inputs.Line(13, 1, 5));
    lastOrder = order(4, 6, new Inputs.Line(11, 1, 2), new Inputs.Line(100, 1, 1));
    orderOfOneLine = order(5, 9, new Inputs.Line(20, 1, 6));
    Inputs.Payment payment = new Inputs.Payment(1, 4, new CustomerChoice.ById(1, 4, 7), 12_345);
    var unused = client.run(new Payment(payment, layout, PAYMENT, NOW));
  }

  private void deliver() throws IOException {
    List<Integer> all = IntStream.rangeClosed(1, Scale.DISTRICTS).boxed().toList();
    deliver(1, all);
    for (int i = 0; i < LOADED_UNDELIVERED; i++) {
      deliver(2, List.of(10));
    }
  }

  private void deliver(int w, List<Integer> districts) throws IOException {
    DeliveryHints hints = new DeliveryHints(ORIGIN.scale().warehouses());
    var unused = client.run(new Delivery(new Inputs.Delivery(w, 3), districts, hints, NOW));
  }

  private Key order(int d, int c, Inputs.Line... lines) throws IOException {
    Inputs.NewOrder input = new Inputs.NewOrder(1, d, c, List.of(lines));
    return Keys.order(1, d, client.run(new NewOrder(input, layout, NOW)).result().o());
  }

  static Situation of(Layout layout) {
    try {
      return new Situation(layout);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Layout layout() {
    return layout;
  }

  MemoryRows rows() {
    return new MemoryRows(client, layout);
  }

  /**
   * Of warehouse 1, district 4, customer 5, undelivered, and not the last: 3 of item 11, 4 of item
   * 12 from warehouse 2, and 5 of item 13.
   */
  Key order() {
    return order;
  }

  /** The next one, which is the last of its district: 2 of item 11, and 1 of item 100. */
  Key lastOrder() {
    return lastOrder;
  }

  /** Six of item 20. */
  Key orderOfOneLine() {
    return orderOfOneLine;
  }

  static Key line(Key order, int number) {
    return Keys.orderLine(order.warehouse(), order.district(), order.part(2), number);
  }
}
