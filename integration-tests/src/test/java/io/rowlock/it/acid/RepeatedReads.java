package io.rowlock.it.acid;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Client.Work;
import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.access.Reads.Answer;
import io.rowlock.bench.tpcc.business.Delivery;
import io.rowlock.bench.tpcc.business.Inputs;
import io.rowlock.bench.tpcc.business.NewOrder;
import io.rowlock.bench.tpcc.business.NewOrderLines;
import io.rowlock.bench.tpcc.business.OrderStatus;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.it.acid.Play.Meeting;
import io.rowlock.it.acid.Trials.Violation;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Tests 7, 8 and 9: T1 reads rows, T2 changes them, and T1 reads them again. */
final class RepeatedReads {
  private static final int DISTRICT_OF_PRICES = 1;
  private static final int DISTRICT_OF_STATUS = 2;
  private static final int DISTRICT_OF_DELIVERY = 10;

  /** Items that no other test orders. */
  private static final int FIRST_ITEM = 10;

  private static final int ITEMS = 60;

  private RepeatedReads() {}

  /** All prices that T1 read: first that of x, then those of the lines x, y and x. */
  private record Prices(long first, List<Long> lines) {
    boolean areAll(long x, long y) {
      return first == x && lines.equals(List.of(x, y, x));
    }
  }

  /**
   * Test 7: T1 orders an item twice and another one, and T2 raises the prices of both meanwhile. T1
   * reads the first price apart, and then all there is to be read.
   */
  static Optional<String> prices(Scene scene, StopPoint stop) throws IOException {
    int x = FIRST_ITEM + scene.turn(ITEMS / 2) * 2;
    int y = x + 1;
    long oldX = scene.row(Keys.item(Scene.W, x)).number(Column.I_PRICE);
    long oldY = scene.row(Keys.item(Scene.W, y)).number(Column.I_PRICE);
    NewOrder order =
        scene.newOrder(new Inputs.NewOrder(Scene.W, DISTRICT_OF_PRICES, 1, scene.lines(x, y, x)));
    Play.FirstWork<Prices> first =
        (access, pause) -> {
          Reads reads = access.reads();
          Answer found = reads.get(Keys.item(Scene.W, x), Column.I_PRICE);
          reads.run();
          pause.run();
          List<NewOrderLines.Shown> lines = order.execute(access).lines();
          return new Prices(
              found.row().number(Column.I_PRICE),
              lines.stream().map(NewOrderLines.Shown::price).toList());
        };
    Work<Integer> raise = access -> raise(access, scene, List.of(x, y));
    return scene.meet(Play.committing(first, raise, stop)).map(met -> judge(met, oldX, oldY));
  }

  private static String judge(Meeting<Prices, Integer> met, long oldX, long oldY) {
    Prices seen = met.survivor().result();
    boolean isOld = seen.areAll(oldX, oldY);
    Violation.unless(
        isOld || seen.areAll(raised(oldX), raised(oldY)),
        "T1 first read the price %d of x and then %s of x, y and x; %d and %d were raised by a"
            + " tenth",
        seen.first(),
        seen.lines(),
        oldX,
        oldY);
    requireValidation(met, met.stop().isBeforeValidation(), "the prices before");
    return met.story(isOld ? "after T1" : "before T1") + (isOld ? "" : " (case B)");
  }

  /** A T1 that committed after T2 must have run again. */
  private static void requireValidation(Meeting<?, ?> met, boolean applies, String what) {
    Violation.unless(
        !applies || !met.isSecondWithin() || met.survivor().attempts() > 1,
        "T1 committed with %s, which it had read and T2 had changed: not validated",
        what);
  }

  private static long raised(long price) {
    return price + price / 10;
  }

  /** Changes all copies of the item in the layout. */
  private static int raise(Access access, Scene scene, List<Integer> items) throws IOException {
    int copies = scene.layout().copiesItems() ? scene.scale().warehouses() : 1;
    List<Key> keys =
        IntStream.rangeClosed(Scene.W, copies)
            .boxed()
            .flatMap(w -> items.stream().map(item -> Keys.item(w, item)))
            .toList();
    Reads reads = access.reads();
    List<Answer> found = keys.stream().map(key -> reads.get(key, Column.I_PRICE)).toList();
    reads.run();
    for (int i = 0; i < keys.size(); i++) {
      long price = found.get(i).row().number(Column.I_PRICE);
      access.put(keys.get(i), new Row().set(Column.I_PRICE, raised(price)));
    }
    return keys.size();
  }

  /** The orders that T1 first read and the orders that it delivered. */
  private record Found(OptionalLong first, List<Delivery.Delivered> delivered) {
    OptionalLong second() {
      return delivered.stream()
          .filter(order -> order.d() == DISTRICT_OF_DELIVERY)
          .mapToLong(Delivery.Delivered::o)
          .findFirst();
    }
  }

  /**
   * Test 8: T1 finds no order to be delivered in a district, T2 enters one, and T1 looks again, for
   * a Delivery in this district and in another one.
   */
  static Optional<String> delivery(Scene scene, StopPoint stop) throws IOException {
    int d = DISTRICT_OF_DELIVERY;
    List<Delivery.Delivered> delivered;
    do {
      delivered = scene.ask(Deliveries.of(scene, List.of(d)));
    } while (!delivered.isEmpty());
    Delivery delivery = Deliveries.of(scene, List.of(Deliveries.district(scene), d));
    NewOrder order = scene.newOrder(scene.order(d, scene.turn(scene.scale().customers())));
    Play.FirstWork<Found> first =
        (access, pause) -> {
          OptionalLong found = Deliveries.first(access, d);
          pause.run();
          return new Found(found, delivery.execute(access));
        };
    return scene
        .meet(Play.committing(first, order, stop))
        .map(
            met -> {
              Found found = met.survivor().result();
              Violation.unless(
                  found.first().equals(found.second()),
                  "T1 found %s at first, and then %s, as T2 had entered order %d meanwhile",
                  text(found.first()),
                  text(found.second()),
                  met.second().result().o());
              requireValidation(met, met.stop().isBeforeValidation(), "an empty range");
              return met.story(found.first().isPresent() ? "before T1" : "after T1");
            });
  }

  private static String text(OptionalLong order) {
    return order.isPresent() ? "order " + order.getAsLong() : "no order";
  }

  private record Twice(OrderStatus.Result first, OrderStatus.Result second) {}

  /** Test 9: T1 reads a customer's last order, T2 enters another order, and T1 reads again. */
  static Optional<String> status(Scene scene, StopPoint stop) throws IOException {
    int c = scene.turn(scene.scale().customers());
    OrderStatus status = scene.orderStatus(DISTRICT_OF_STATUS, c);
    NewOrder order = scene.newOrder(scene.order(DISTRICT_OF_STATUS, c));
    Play.FirstWork<Twice> first =
        (access, pause) -> {
          OrderStatus.Result found = status.execute(access);
          pause.run();
          return new Twice(found, status.execute(access));
        };
    return scene
        .meet(new Play<>(first, order, stop, Play.Fate.COMMITS, true))
        .map(
            met -> {
              Twice found = met.survivor().result();
              Violation.unless(
                  found.first().equals(found.second()),
                  "T1 found order %d at first, and then %d, as T2 had entered it meanwhile",
                  found.first().o(),
                  found.second().o());
              requireValidation(met, true, "the order before that of T2");
              boolean isOld = found.first().o() < met.second().result().o();
              return met.story(isOld ? "after T1" : "before T1");
            });
  }
}
