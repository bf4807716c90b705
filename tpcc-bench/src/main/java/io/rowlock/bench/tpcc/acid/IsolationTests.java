package io.rowlock.bench.tpcc.acid;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
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

  /** One of the isolation tests (clause 3.4.2). */
  interface IsolationTest {

    /** Its number in the specification. */
    int number();

    /** Where its T1 can be stopped, if the commit has such a point. */
    List<StopPoint> stops();

    /**
     * Carries it out.
     *
     * @return what happened, for people; empty when T1 does not pass the stop point
     * @throws Violation when isolation is broken
     */
    Optional<String> run(Scene scene, StopPoint stop) throws IOException;
  }
}
