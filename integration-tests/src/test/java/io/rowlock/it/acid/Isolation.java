package io.rowlock.it.acid;

import io.rowlock.it.acid.Trials.Violation;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The nine isolation tests, at each stop point. */
final class Isolation {
  /** The stop points of a T1 that commits, as far as its commit has them. */
  private static final List<StopPoint> COMMITTING = StopPoint.ofCommit();

  private static final List<StopPoint> ABANDONING =
      COMMITTING.stream().filter(stop -> stop != StopPoint.PRIMARY_COMMITTED).toList();

  private static final List<StopPoint> ALL_POINTS = List.of(StopPoint.values());

  /** The stop points of a T1 that only reads. */
  private static final List<StopPoint> READING =
      List.of(StopPoint.BETWEEN_READS, StopPoint.ALL_PREWRITTEN, StopPoint.ALL_STABLE);

  private static final List<IsolationTest> ALL =
      List.of(
          new IsolationTest(1, COMMITTING, new NewOrderAndOrderStatus(true)::run),
          new IsolationTest(2, ABANDONING, new NewOrderAndOrderStatus(false)::run),
          new IsolationTest(3, COMMITTING, new TwoNewOrders(true)::run),
          new IsolationTest(4, ABANDONING, new TwoNewOrders(false)::run),
          new IsolationTest(5, COMMITTING, new DeliveryAndPayment(true)::run),
          new IsolationTest(6, ABANDONING, new DeliveryAndPayment(false)::run),
          new IsolationTest(7, ALL_POINTS, RepeatedReads::prices),
          new IsolationTest(8, ALL_POINTS, RepeatedReads::delivery),
          new IsolationTest(9, READING, RepeatedReads::status));

  private Isolation() {}

  /** An isolation test by its number in clause 3.4.2. */
  private record IsolationTest(int number, List<StopPoint> stops, Meet meet) {}

  /** Runs T1 and T2 together. */
  @FunctionalInterface
  private interface Meet {
    /**
     * Runs a test; empty when T1 does not pass the stop point, else what happened, for people.
     * Throws {@link Violation} when isolation is broken.
     */
    Optional<String> at(Scene scene, StopPoint stop) throws IOException;
  }

  /** Runs the tests at some of the stop points. */
  static void run(Scene scene, Trials trials, Predicate<StopPoint> stops) {
    for (IsolationTest test : ALL) {
      for (StopPoint stop : test.stops().stream().filter(stops).toList()) {
        String name = "Isolation " + test.number();
        trials.run(name, stop.toString(), scene.place(), () -> test.meet().at(scene, stop));
      }
    }
  }
}
