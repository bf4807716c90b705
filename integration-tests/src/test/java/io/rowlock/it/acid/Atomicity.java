package io.rowlock.it.acid;

import io.rowlock.bench.tpcc.access.Client.Work;
import io.rowlock.bench.tpcc.business.Payment;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.it.acid.Play.Meeting;
import io.rowlock.it.acid.Trials.Violation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Clause 3.2.2: a Payment changes the rows of the warehouse, the district and the customer, and
 * enters one into HISTORY; or none of it, when it rolls back or when its client dies.
 */
record Atomicity(Scene scene) {
  private static final int D = 1;
  private static final int AMOUNT = 54_321;

  /** Runs the test; clients die at the stop points. */
  void run(Trials trials, Predicate<StopPoint> stops) {
    trials.run("Atomicity", "COMMIT", scene.place(), this::commits);
    trials.run("Atomicity", "ROLLBACK", scene.place(), this::rollsBack);
    StopPoint.ofCommit().stream()
        .filter(stop -> stop != StopPoint.ALL_STABLE && stops.test(stop))
        .forEach(stop -> trials.run("Atomicity", stop.toString(), scene.place(), () -> dies(stop)));
  }

  private Optional<String> commits() throws IOException {
    Case paying = Case.next(scene);
    var unused = scene.ask(paying.payment());
    paying.requirePaid(scene.ask(paying.look()));
    return Optional.of("W, D and C changed, HISTORY has one more");
  }

  private Optional<String> rollsBack() throws IOException {
    Case paying = Case.next(scene);
    var unused =
        scene.ask(
            access -> {
              Payment.Result result = paying.payment().execute(access);
              access.rollBack();
              return result;
            });
    paying.requireSame(scene.ask(paying.look()));
    return Optional.of("nothing changed");
  }

  /** T2 reads all rows at once. */
  private Optional<String> dies(StopPoint stop) throws IOException {
    Case paying = Case.next(scene);
    Optional<Meeting<Payment.Result, Map<Key, Row>>> met =
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
    for (Map<Key, Row> seen : List.of(met.get().second().result(), scene.ask(paying.look()))) {
      if (stop.isCommitted()) {
        paying.requirePaid(seen);
      } else {
        paying.requireSame(seen);
      }
    }
    return Optional.of(met.get().story(stop.isCommitted() ? "all changed" : "nothing changed"));
  }

  /** A payment and the rows that it changes. */
  private record Case(Payment payment, Key customer, Key history, Map<Key, Row> before) {
    static Case next(Scene scene) throws IOException {
      int w = scene.customerWarehouse();
      int c = scene.turn(scene.scale().customers());
      Key history = scene.history(D);
      Key customer = Keys.customer(w, D, c);
      Map<Key, Row> before = scene.ask(look(customer, history));
      return new Case(scene.payment(w, c, AMOUNT, history), customer, history, before);
    }

    Work<Map<Key, Row>> look() {
      return look(customer, history);
    }

    private static Work<Map<Key, Row>> look(Key customer, Key history) {
      List<Key> keys =
          List.of(Keys.warehouseYtd(Scene.W), Keys.districtYtd(Scene.W, D), customer, history);
      return access -> Scene.rows(access, keys);
    }

    void requireSame(Map<Key, Row> after) {
      Violation.unless(after.equals(before), "%s", differences(after));
    }

    void requirePaid(Map<Key, Row> after) {
      Row entered = after.get(history);
      boolean isPaid =
          added(after, Column.W_YTD) == AMOUNT
              && added(after, Column.D_YTD) == AMOUNT
              && added(after, Column.C_BALANCE) == -AMOUNT
              && added(after, Column.C_YTD_PAYMENT) == AMOUNT
              && added(after, Column.C_PAYMENT_CNT) == 1
              && entered != null
              && entered.number(Column.H_AMOUNT) == AMOUNT;
      Violation.unless(isPaid, "by a payment of %d: %s", AMOUNT, differences(after));
    }

    private long added(Map<Key, Row> after, Column column) {
      return number(after, column) - number(before, column);
    }

    private long number(Map<Key, Row> rows, Column column) {
      Key key =
          switch (column.relation()) {
            case WAREHOUSE_YTD -> Keys.warehouseYtd(Scene.W);
            case DISTRICT_YTD -> Keys.districtYtd(Scene.W, D);
            default -> customer;
          };
      Row row = rows.get(key);
      Violation.unless(row != null, "There is no %s", key);
      return Objects.requireNonNull(row).number(column);
    }

    private String differences(Map<Key, Row> after) {
      String changes =
          Stream.of(
                  Column.W_YTD,
                  Column.D_YTD,
                  Column.C_BALANCE,
                  Column.C_YTD_PAYMENT,
                  Column.C_PAYMENT_CNT)
              .map(column -> column + " by " + added(after, column))
              .collect(Collectors.joining(", "));
      return changes + "; " + (after.containsKey(history) ? "there" : "not there") + " in HISTORY";
    }
  }
}
