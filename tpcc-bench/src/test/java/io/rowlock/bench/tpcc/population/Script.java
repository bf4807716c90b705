package io.rowlock.bench.tpcc.population;

import io.rowlock.bench.tpcc.access.Client;
import io.rowlock.bench.tpcc.business.Delivery;
import io.rowlock.bench.tpcc.business.Delivery.DeliveryHints;
import io.rowlock.bench.tpcc.business.InputGenerator;
import io.rowlock.bench.tpcc.business.InputGenerator.InputRules;
import io.rowlock.bench.tpcc.business.Mix;
import io.rowlock.bench.tpcc.business.Mix.Deck;
import io.rowlock.bench.tpcc.business.NewOrder;
import io.rowlock.bench.tpcc.business.OrderStatus;
import io.rowlock.bench.tpcc.business.Payment;
import io.rowlock.bench.tpcc.business.StockLevel;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.Scale.RunConstants;
import java.io.IOException;
import java.util.List;

/** One terminal whose business transactions are always the same, and so is the clock. */
public final class Script {
  private final Layout layout;
  private final Dice dice = Dice.of(11);
  private final Deck deck = new Deck(Mix.cards());
  private final InputGenerator inputs;
  private final DeliveryHints hints;
  private int number;

  public Script(Origin origin, Layout layout) {
    this.layout = layout;
    // More rollbacks and remote rows than the specification has: they are what is tested.
    InputRules rules = new InputRules(5, 15, 10, 15, 60, 10);
    RunConstants constants = RunConstants.choose(origin.scale(), origin.loadConstant(), dice);
    this.inputs = new InputGenerator(rules, origin.scale(), constants, dice);
    this.hints = new DeliveryHints(origin.scale().warehouses());
  }

  /** What the business transaction has shown. */
  public Object next(Client client) throws IOException {
    number++;
    long now = 1_750_000_000_000L + number;
    int d = inputs.district();
    return switch (deck.next(dice)) {
      case NEW_ORDER -> client.run(new NewOrder(inputs.newOrder(1, d), layout, now)).result();
      case PAYMENT ->
          client
              .run(
                  new Payment(
                      inputs.payment(1, d), layout, Keys.history(1, d, now, 1, number), now))
              .result();
      case ORDER_STATUS -> client.run(new OrderStatus(inputs.orderStatus(1, d), layout)).result();
      case STOCK_LEVEL -> client.run(new StockLevel(inputs.stockLevel(1, d))).result();
      case DELIVERY -> deliver(client, now, List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    };
  }

  private Object deliver(Client client, long now, List<Integer> districts) throws IOException {
    Delivery delivery = new Delivery(inputs.delivery(1), districts, hints, now);
    List<Delivery.Delivered> delivered = client.run(delivery).result();
    delivery.noteForNext(delivered);
    return delivered;
  }
}
