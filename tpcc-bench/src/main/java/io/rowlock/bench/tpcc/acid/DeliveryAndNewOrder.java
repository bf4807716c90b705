package io.rowlock.bench.tpcc.acid;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.acid.Play.Meeting;
import io.rowlock.bench.tpcc.acid.Trials.Violation;
import io.rowlock.bench.tpcc.business.Delivery;
import io.rowlock.bench.tpcc.business.NewOrder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Test 8: T1 finds no order to be delivered in a district, T2 enters one, and T1 looks again, for a
 * Delivery in this district and in another one.
 */
final class DeliveryAndNewOrder {
  private static final int D = 10;

  private DeliveryAndNewOrder() {}

  /** What T1 has found first, and what it has delivered. */
  private record Found(OptionalLong first, List<Delivery.Delivered> delivered) {

    OptionalLong second() {
      return delivered.stream()
          .filter(order -> order.d() == D)
          .mapToLong(Delivery.Delivered::o)
          .findFirst();
    }
  }

  static Optional<String> run(Scene scene, StopPoint stop) throws IOException {
    empty(scene);
    int other = Deliveries.DISTRICTS.get(scene.turn(Deliveries.DISTRICTS.size()) - 1);
    Delivery delivery = Deliveries.of(scene, List.of(other, D));
    NewOrder order = scene.newOrder(scene.order(D, scene.turn(scene.scale().customers())));
    Play.FirstWork<Found> first =
        (Access access, Runnable pause) -> {
          OptionalLong found = Deliveries.first(access, D);
          pause.run();
          return new Found(found, delivery.execute(access));
        };
    return scene.meet(Play.committing(first, order, stop)).map(DeliveryAndNewOrder::judge);
  }

  /** Delivers until there is nothing left. */
  private static void empty(Scene scene) throws IOException {
    List<Delivery.Delivered> delivered;
    do {
      delivered = scene.ask(Deliveries.of(scene, List.of(D)));
    } while (!delivered.isEmpty());
  }

  private static String judge(Meeting<Found, NewOrder.Result> met) {
    Found found = met.survivor().result();
    Violation.unless(
        found.first().equals(found.second()),
        "T1 first found %s, and then %s, as T2 had entered order %d meanwhile",
        text(found.first()),
        text(found.second()),
        met.second().result().o());
    if (met.stop().isBeforeValidation() && met.isSecondWithin()) {
      Violation.unless(
          met.survivor().attempts() > 1,
          "T1 committed without the order that T2 had entered: its range was not validated");
    }
    return met.story(found.first().isPresent() ? "before T1" : "after T1");
  }

  private static String text(OptionalLong order) {
    return order.isPresent() ? "order " + order.getAsLong() : "no order";
  }
}
