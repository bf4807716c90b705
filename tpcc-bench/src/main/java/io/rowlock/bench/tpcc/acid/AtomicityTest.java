package io.rowlock.bench.tpcc.acid;

import io.rowlock.bench.tpcc.access.Work;
import io.rowlock.bench.tpcc.business.Payment;
import io.rowlock.bench.tpcc.layout.Key;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Clause 3.2.2: a Payment changes the rows of the warehouse, the district and the customer, and
 * enters one into HISTORY; or none of it, when it rolls back or when its client dies.
 */
final class AtomicityTest {
  private static final int D = 1;
  private static final int AMOUNT = 54_321;

  private final Scene scene;

  AtomicityTest(Scene scene) {
    this.scene = scene;
  }

  /**
   * Runs it.
   *
   * @param stops where clients are to die
   */
  void run(Trials trials, Predicate<StopPoint> stops) {
    trials.run("Atomicity", "COMMIT", scene.place(), this::commits);
    trials.run("Atomicity", "ROLLBACK", scene.place(), this::rollsBack);
    StopPoint.ofCommit().stream()
        .filter(stop -> stop != StopPoint.ALL_STABLE && stops.test(stop))
        .forEach(stop -> trials.run("Atomicity", stop.toString(), scene.place(), () -> dies(stop)));
  }

  /** A payment, and the rows it is to change. */
  private record Case(Payment payment, PaidRows before) {

    static Case next(Scene scene) throws IOException {
      int w = scene.customerWarehouse();
      int c = scene.turn(scene.scale().customers());
      Key history = scene.history(D);
      PaidRows before = scene.stage().ask(PaidRows.look(D, w, c, history));
      return new Case(scene.payment(w, c, AMOUNT, history), before);
    }

    Work<PaidRows> look() {
      return before.again();
    }
  }

  private Optional<String> commits() throws IOException {
    Case paying = Case.next(scene);
    Payment.Result unused = scene.stage().ask(paying.payment());
    scene.stage().ask(paying.look()).requirePaid(paying.before(), AMOUNT);
    return Optional.of("W, D and C changed, HISTORY has one more");
  }

  private Optional<String> rollsBack() throws IOException {
    Case paying = Case.next(scene);
    Payment.Result unused =
        scene
            .stage()
            .ask(
                access -> {
                  Payment.Result result = paying.payment().execute(access);
                  access.rollBack();
                  return result;
                });
    scene.stage().ask(paying.look()).requireSame(paying.before());
    return Optional.of("nothing changed");
  }

  /** T2 looks at all the rows at once. */
  private Optional<String> dies(StopPoint stop) throws IOException {
    Case paying = Case.next(scene);
    Optional<Meeting<Payment.Result, PaidRows>> met =
        scene
            .stage()
            .meet(
                new Play<>(
                    (access, pause) -> paying.payment().execute(access),
                    paying.look(),
                    stop,
                    Play.Fate.DIES,
                    false));
    if (met.isEmpty()) {
      return Optional.empty();
    }
    for (PaidRows seen :
        new PaidRows[] {met.get().second().result(), scene.stage().ask(paying.look())}) {
      if (stop.isCommitted()) {
        seen.requirePaid(paying.before(), AMOUNT);
      } else {
        seen.requireSame(paying.before());
      }
    }
    return Optional.of(met.get().story(stop.isCommitted() ? "all changed" : "nothing changed"));
  }
}
