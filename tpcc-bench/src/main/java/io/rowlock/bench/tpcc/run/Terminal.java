package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Label;
import io.rowlock.bench.tpcc.business.InputGenerator;
import io.rowlock.bench.tpcc.business.Inputs;
import io.rowlock.bench.tpcc.business.Inputs.CustomerChoice;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.business.Mix;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.population.Dice;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.run.EventCounts.Event;
import java.util.Map;
import java.util.function.Supplier;

/** Chooses what one terminal sends. Used by one thread at a time. */
final class Terminal {
  private final int number;
  private final Home.Seat seat;
  private final Mix mix;
  private final Dice dice;
  private final InputGenerator inputs;
  private final Teller teller;
  private final DeliveryDesk deliveries;
  private int payments;

  /**
   * A terminal.
   *
   * @param number no other terminal has it
   * @param dice the inputs' too
   */
  Terminal(
      int number,
      Home.Seat seat,
      Mix mix,
      Dice dice,
      InputGenerator inputs,
      Teller teller,
      DeliveryDesk deliveries) {
    this.number = number;
    this.seat = seat;
    this.mix = mix;
    this.dice = dice;
    this.inputs = inputs;
    this.teller = teller;
    this.deliveries = deliveries;
  }

  Kind nextKind() {
    return mix.next(dice);
  }

  Dice dice() {
    return dice;
  }

  Job job(Kind kind) {
    int w = seat.warehouse(dice);
    return switch (kind) {
      case NEW_ORDER -> newOrder(inputs.newOrder(w, seat.district(dice)));
      case PAYMENT -> payment(inputs.payment(w, seat.district(dice)));
      case ORDER_STATUS -> orderStatus(inputs.orderStatus(w, seat.district(dice)));
      case DELIVERY -> delivery(inputs.delivery(w));
      case STOCK_LEVEL -> stockLevel(inputs.stockLevel(w, seat.districtOfStockLevel(dice)));
    };
  }

  private Job newOrder(Inputs.NewOrder input) {
    long remote =
        input.lines().stream().filter(line -> line.supplyWarehouse() != input.w()).count();
    Map<Event, Integer> facts =
        Map.of(Event.LINES, input.lines().size(), Event.REMOTE_LINES, (int) remote);
    return new Job(Kind.NEW_ORDER, facts, () -> teller.newOrder(input));
  }

  private Job payment(Inputs.Payment input) {
    Map<Event, Integer> facts =
        Map.of(Event.REMOTE, input.isRemote() ? 1 : 0, Event.BY_NAME, byName(input.customer()));
    payments++;
    int payment = payments;
    return new Job(
        Kind.PAYMENT,
        facts,
        () -> {
          long millis = System.currentTimeMillis();
          return teller.payment(
              input, Keys.history(input.w(), input.d(), millis, number, payment), millis);
        });
  }

  private Job orderStatus(Inputs.OrderStatus input) {
    Map<Event, Integer> facts = Map.of(Event.BY_NAME, byName(input.customer()));
    return new Job(Kind.ORDER_STATUS, facts, () -> teller.orderStatus(input));
  }

  private Job delivery(Inputs.Delivery input) {
    return new Job(Kind.DELIVERY, Map.of(), () -> deliveries.deliver(input));
  }

  private Job stockLevel(Inputs.StockLevel input) {
    return new Job(Kind.STOCK_LEVEL, Map.of(), () -> teller.stockLevel(input));
  }

  private static int byName(CustomerChoice customer) {
    return customer instanceof CustomerChoice.ByName ? 1 : 0;
  }

  /**
   * A business transaction whose inputs are chosen.
   *
   * @param facts what is counted of the inputs when it is completed
   */
  record Job(Kind kind, Map<Event, Integer> facts, Supplier<Execution> work) {}

  /** Answers terminals that ask for a Delivery. */
  @FunctionalInterface
  interface DeliveryDesk {
    Execution deliver(Inputs.Delivery input);
  }

  /** Where terminals stand. */
  enum Home implements Label {
    /** Each in one warehouse; its Stock-Levels in one district (clause 2.8.1.1). */
    FIXED,
    /** Anywhere, each time anew. */
    RANDOM,
    /** Each in one district. */
    DISTRICT;

    /** Terminals are dealt out to the warehouses, and in each of them to the districts. */
    Seat seat(int index, Scale scale) {
      int w = index % scale.warehouses() + 1;
      int d = index / scale.warehouses() % Scale.DISTRICTS + 1;
      return new Seat(this, scale, w, d);
    }

    @Override
    public String toString() {
      return label();
    }

    /** Of one terminal. */
    record Seat(Home home, Scale scale, int w, int d) {

      int warehouse(Dice dice) {
        return home == RANDOM ? dice.between(1, scale.warehouses()) : w;
      }

      int district(Dice dice) {
        return home == DISTRICT ? d : dice.between(1, Scale.DISTRICTS);
      }

      int districtOfStockLevel(Dice dice) {
        return home == RANDOM ? dice.between(1, Scale.DISTRICTS) : d;
      }
    }
  }
}
