package io.rowlock.it.acid;

import io.rowlock.bench.tpcc.business.Delivery;
import io.rowlock.bench.tpcc.business.Payment;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.it.acid.Play.Meeting;
import io.rowlock.it.acid.Trials.Violation;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Tests 5 and 6: while T1, which commits or does not, delivers the order of a customer, the
 * customer pays in T2.
 */
record DeliveryAndPayment(boolean commits) {
  private static final int AMOUNT = 12_345;

  /** The oldest undelivered order, and the row of its customer. */
  private record Before(Deliveries.Oldest oldest, Key customer, Row row) {}

  Optional<String> run(Scene scene, StopPoint stop) throws IOException {
    int d = Deliveries.district(scene);
    Deliveries.Oldest oldest = Deliveries.oldest(scene, d);
    Key customer = Keys.customer(Scene.W, d, oldest.c());
    Before before = new Before(oldest, customer, scene.row(customer));
    Delivery delivery = Deliveries.of(scene, List.of(d));
    Payment payment = scene.payment(Scene.W, oldest.c(), AMOUNT, scene.history(d));
    Play.FirstWork<List<Delivery.Delivered>> first = (access, pause) -> delivery.execute(access);
    Optional<Meeting<List<Delivery.Delivered>, Payment.Result>> met =
        scene.meet(Play.of(commits, first, payment, stop));
    if (met.isEmpty()) {
      return Optional.empty();
    }
    requireBalance(before, scene.row(customer));
    requireOrder(scene, d, oldest);
    return Optional.of(judge(before, met.get()));
  }

  private void requireBalance(Before before, Row after) {
    long delivered = commits ? before.oldest().amount() : 0;
    long expected = before.row().number(Column.C_BALANCE) - AMOUNT + delivered;
    Violation.unless(
        after.number(Column.C_BALANCE) == expected,
        "%s: C_BALANCE went from %d to %d by a payment of %d and a delivery of %d",
        before.customer(),
        before.row().number(Column.C_BALANCE),
        after.number(Column.C_BALANCE),
        AMOUNT,
        delivered);
    int deliveries = after.count(Column.C_DELIVERY_CNT) - before.row().count(Column.C_DELIVERY_CNT);
    Violation.unless(deliveries == (commits ? 1 : 0), "C_DELIVERY_CNT went up by %d", deliveries);
  }

  /** Requires the order to be delivered, or unchanged. */
  private void requireOrder(Scene scene, int d, Deliveries.Oldest oldest) throws IOException {
    Key queued = Keys.newOrder(Scene.W, d, oldest.o());
    boolean isQueued = !scene.rows(List.of(queued)).isEmpty();
    boolean hasCarrier = scene.row(Keys.order(Scene.W, d, oldest.o())).has(Column.O_CARRIER_ID);
    Violation.unless(
        isQueued == !commits && hasCarrier == commits,
        "order %d: %s NEW-ORDER, %s carrier",
        oldest.o(),
        isQueued ? "in" : "not in",
        hasCarrier ? "with a" : "without a");
  }

  private String judge(Before before, Meeting<List<Delivery.Delivered>, Payment.Result> met) {
    long unpaid = met.second().result().customer().number(Column.C_BALANCE) + AMOUNT;
    boolean isFirst = unpaid == before.row().number(Column.C_BALANCE);
    Violation.unless(
        !commits || !met.stop().isCommitted() || !isFirst,
        "T1 has committed, and T2 still saw the balance before");
    return met.story(commits ? isFirst ? "before T1" : "after T1" : "T1 left nothing");
  }
}
