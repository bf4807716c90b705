package io.rowlock.bench.tpcc.acid;

import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.access.Reads.Answer;
import io.rowlock.bench.tpcc.access.Work;
import io.rowlock.bench.tpcc.acid.Play.Meeting;
import io.rowlock.bench.tpcc.acid.Trials.Violation;
import io.rowlock.bench.tpcc.business.Payment;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Clause 3.2.2: a Payment changes the rows of the warehouse, the district and the customer, and
 * enters one into HISTORY; or none of it, when it rolls back or when its client dies.
 */
record AtomicityTest(Scene scene) {
  private static final int D = 1;
  private static final int AMOUNT = 54_321;

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
      PaidRows before = scene.ask(PaidRows.look(D, w, c, history));
      return new Case(scene.payment(w, c, AMOUNT, history), before);
    }

    Work<PaidRows> look() {
      return before.again();
    }
  }

  private Optional<String> commits() throws IOException {
    Case paying = Case.next(scene);
    Payment.Result unused = scene.ask(paying.payment());
    scene.ask(paying.look()).requirePaid(paying.before(), AMOUNT);
    return Optional.of("W, D and C changed, HISTORY has one more");
  }

  private Optional<String> rollsBack() throws IOException {
    Case paying = Case.next(scene);
    Payment.Result unused =
        scene.ask(
            access -> {
              Payment.Result result = paying.payment().execute(access);
              access.rollBack();
              return result;
            });
    scene.ask(paying.look()).requireSame(paying.before());
    return Optional.of("nothing changed");
  }

  /** T2 looks at all the rows at once. */
  private Optional<String> dies(StopPoint stop) throws IOException {
    Case paying = Case.next(scene);
    Optional<Meeting<Payment.Result, PaidRows>> met =
        scene.meet(
            new Play<>(
                (access, pause) -> paying.payment().execute(access),
                paying.look(),
                stop,
                Play.Fate.DIES,
                false));
    if (met.isEmpty()) {
      return Optional.empty();
    }
    for (PaidRows seen : new PaidRows[] {met.get().second().result(), scene.ask(paying.look())}) {
      if (stop.isCommitted()) {
        seen.requirePaid(paying.before(), AMOUNT);
      } else {
        seen.requireSame(paying.before());
      }
    }
    return Optional.of(met.get().story(stop.isCommitted() ? "all changed" : "nothing changed"));
  }

  /** The rows that a Payment changes, and those it is told by, read at once. */
  record PaidRows(
      Key customerKey,
      Key historyKey,
      Row warehouse,
      Row district,
      Row customer,
      Optional<Row> history) {

    static Work<PaidRows> look(int d, int w, int c, Key history) {
      return look(Keys.customer(w, d, c), history);
    }

    private static Work<PaidRows> look(Key customerKey, Key historyKey) {
      return access -> {
        Reads reads = access.reads();
        Answer warehouse = reads.get(Keys.warehouseYtd(historyKey.warehouse()));
        Answer district =
            reads.get(Keys.districtYtd(historyKey.warehouse(), historyKey.district()));
        Answer customer = reads.get(customerKey);
        Answer history = reads.get(historyKey);
        reads.run();
        return new PaidRows(
            customerKey,
            historyKey,
            warehouse.row(),
            district.row(),
            customer.row(),
            history.find());
      };
    }

    Work<PaidRows> again() {
      return look(customerKey, historyKey);
    }

    void requireSame(PaidRows before) {
      Violation.unless(equals(before), "%s", differences(before));
    }

    void requirePaid(PaidRows before, long amount) {
      boolean isPaid =
          added(before, Column.W_YTD) == amount
              && added(before, Column.D_YTD) == amount
              && added(before, Column.C_BALANCE) == -amount
              && added(before, Column.C_YTD_PAYMENT) == amount
              && added(before, Column.C_PAYMENT_CNT) == 1
              && history.filter(row -> row.number(Column.H_AMOUNT) == amount).isPresent();
      Violation.unless(isPaid, "by a payment of %d: %s", amount, differences(before));
    }

    private long added(PaidRows before, Column column) {
      return rowOf(column).number(column) - before.rowOf(column).number(column);
    }

    private Row rowOf(Column column) {
      return switch (column.relation()) {
        case WAREHOUSE_YTD -> warehouse;
        case DISTRICT_YTD -> district;
        default -> customer;
      };
    }

    private String differences(PaidRows before) {
      return "W_YTD changed by %d, D_YTD by %d, C_BALANCE by %d, C_YTD_PAYMENT by %d, C_PAYMENT_CNT by %d; %s in HISTORY"
          .formatted(
              added(before, Column.W_YTD),
              added(before, Column.D_YTD),
              added(before, Column.C_BALANCE),
              added(before, Column.C_YTD_PAYMENT),
              added(before, Column.C_PAYMENT_CNT),
              history.isPresent() ? "there" : "not there");
    }
  }
}
