package io.rowlock.bench.tpcc.acid;

import java.util.List;
import java.util.function.Predicate;

/** The nine, at every stop point. */
final class IsolationTests {
  private static final List<IsolationTest> ALL =
      List.of(
          new NewOrderAndOrderStatus(true),
          new NewOrderAndOrderStatus(false),
          new TwoNewOrders(true),
          new TwoNewOrders(false),
          new DeliveryAndPayment(true),
          new DeliveryAndPayment(false),
          new NewOrderAndPrices(),
          new DeliveryAndNewOrder(),
          new OrderStatusAndNewOrder());

  private IsolationTests() {}

  /**
   * Runs them.
   *
   * @param stops which of the stop points
   */
  static void run(Scene scene, Trials trials, Predicate<StopPoint> stops) {
    for (IsolationTest test : ALL) {
      for (StopPoint stop : test.stops()) {
        if (stops.test(stop)) {
          trials.run(
              "Isolation " + test.number(),
              stop.toString(),
              scene.place(),
              () -> test.run(scene, stop));
        }
      }
    }
  }
}
