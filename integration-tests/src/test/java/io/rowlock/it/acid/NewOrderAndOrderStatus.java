package io.rowlock.it.acid;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.business.Inputs;
import io.rowlock.bench.tpcc.business.NewOrder;
import io.rowlock.bench.tpcc.business.OrderStatus;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.it.acid.Play.Meeting;
import io.rowlock.it.acid.Trials.Violation;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Tests 1 and 2: while T1, which commits or does not, enters an order of a customer, T2 reads the
 * customer's last order.
 */
record NewOrderAndOrderStatus(boolean commits) {
  private static final int D = 1;

  Optional<String> run(Scene scene, StopPoint stop) throws IOException {
    int c = scene.turn(scene.scale().customers());
    OrderStatus status = scene.orderStatus(D, c);
    OrderStatus.Result before = scene.ask(status);
    Inputs.NewOrder input = scene.order(D, c);
    NewOrder order = scene.newOrder(input);
    Play.FirstWork<NewOrder.Result> first =
        (Access access, Runnable pause) -> order.execute(access);
    Optional<Meeting<NewOrder.Result, OrderStatus.Result>> met =
        scene.meet(Play.of(commits, first, status, stop));
    if (met.isEmpty()) {
      return Optional.empty();
    }
    OrderStatus.Result after = scene.ask(status);
    return Optional.of(
        commits
            ? judgeCommitted(met.get(), input, before, after)
            : judgeAbandoned(met.get(), before, after));
  }

  private static String judgeCommitted(
      Meeting<NewOrder.Result, OrderStatus.Result> met,
      Inputs.NewOrder input,
      OrderStatus.Result before,
      OrderStatus.Result after) {
    long o = met.survivor().result().o();
    OrderStatus.Result seen = met.second().result();
    boolean isOld = seen.equals(before);
    requireWhole(after, input, o, "afterwards");
    if (!isOld) {
      requireWhole(seen, input, o, "T2");
    }
    Violation.unless(
        !met.stop().isCommitted() || !isOld, "T1 has committed, and T2 still saw the order before");
    Violation.unless(
        met.stop().isCommitted() || !met.isSecondWithin() || isOld,
        "T2 saw the order of T1, which was not committed");
    return met.story(isOld ? "before T1" : "after T1");
  }

  private static void requireWhole(
      OrderStatus.Result seen, Inputs.NewOrder input, long o, String when) {
    List<Integer> ordered = input.lines().stream().map(Inputs.Line::item).toList();
    Violation.unless(seen.o() == o, "%s: order %d is the last, not %d", when, seen.o(), o);
    Violation.unless(
        seen.order().count(Column.O_OL_CNT) == ordered.size()
            && ordered.equals(seen.lines().stream().map(NewOrderAndOrderStatus::item).toList()),
        "%s: order %d has %d of %d lines",
        when,
        o,
        seen.lines().size(),
        ordered.size());
  }

  private static int item(KeyedRow line) {
    return line.row().count(Column.OL_I_ID);
  }

  private static String judgeAbandoned(
      Meeting<NewOrder.Result, OrderStatus.Result> met,
      OrderStatus.Result before,
      OrderStatus.Result after) {
    Violation.unless(
        met.second().result().equals(before), "T2 saw order %d", met.second().result().o());
    Violation.unless(after.equals(before), "afterwards order %d is the last", after.o());
    return met.story("T1 left nothing");
  }
}
