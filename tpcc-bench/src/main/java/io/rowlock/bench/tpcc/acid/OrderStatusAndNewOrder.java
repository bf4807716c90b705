package io.rowlock.bench.tpcc.acid;

import io.rowlock.bench.tpcc.acid.Play.Meeting;
import io.rowlock.bench.tpcc.acid.Trials.Violation;
import io.rowlock.bench.tpcc.business.NewOrder;
import io.rowlock.bench.tpcc.business.OrderStatus;
import java.io.IOException;
import java.util.Optional;

/** Test 9: T1 finds a customer's last order, T2 enters another one, and T1 looks again. */
final class OrderStatusAndNewOrder {
  private static final int D = 2;

  private OrderStatusAndNewOrder() {}

  private record Twice(OrderStatus.Result first, OrderStatus.Result second) {}

  static Optional<String> run(Scene scene, StopPoint stop) throws IOException {
    int c = scene.turn(scene.scale().customers());
    OrderStatus status = scene.orderStatus(D, c);
    NewOrder order = scene.newOrder(scene.order(D, c));
    Play.FirstWork<Twice> first =
        (access, pause) -> {
          OrderStatus.Result found = status.execute(access);
          pause.run();
          return new Twice(found, status.execute(access));
        };
    Optional<Meeting<Twice, NewOrder.Result>> met =
        scene.meet(new Play<>(first, order, stop, Play.Fate.COMMITS, true));
    return met.map(OrderStatusAndNewOrder::judge);
  }

  private static String judge(Meeting<Twice, NewOrder.Result> met) {
    Twice found = met.survivor().result();
    long entered = met.second().result().o();
    Violation.unless(
        found.first().equals(found.second()),
        "T1 first found order %d, and then %d, as T2 had entered it meanwhile",
        found.first().o(),
        found.second().o());
    boolean isOld = found.first().o() < entered;
    if (met.isSecondWithin()) {
      Violation.unless(
          met.survivor().attempts() > 1,
          "T1 committed the order before that of T2: what it had read was not validated");
    }
    return met.story(isOld ? "after T1" : "before T1");
  }
}
