package io.rowlock.it.acid;

import io.rowlock.bench.tpcc.business.Inputs;
import io.rowlock.bench.tpcc.business.NewOrder;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.it.acid.Play.Meeting;
import io.rowlock.it.acid.Trials.Violation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tests 3 and 4: T1, which commits or does not, and T2 enter orders of the same customer. */
record TwoNewOrders(boolean commits) {
  private static final int D = 2;

  Optional<String> run(Scene scene, StopPoint stop) throws IOException {
    int c = scene.turn(scene.scale().customers());
    Inputs.NewOrder input = scene.order(D, c);
    long next = scene.nextOrder(D);
    Map<Key, Row> stock = scene.rows(stockKeys(input));
    NewOrder second = scene.newOrder(input);
    Optional<Meeting<NewOrder.Result, NewOrder.Result>> met =
        commits
            ? scene.meet(committing(scene.newOrder(input), second, stop))
            : scene.meet(abandoning(scene, input, second, stop));
    if (met.isEmpty()) {
      return Optional.empty();
    }
    String story = commits ? judgeBoth(met.get(), next) : judgeSecond(met.get(), next);
    List<NewOrder.Result> orders = orders(met.get());
    long after = scene.nextOrder(D);
    Violation.unless(after == next + orders.size(), "D_NEXT_O_ID went from %d to %d", next, after);
    for (NewOrder.Result order : orders) {
      requireThere(scene, input, order);
    }
    requireTaken(stock, scene.rows(stockKeys(input)), input, orders.size());
    return Optional.of(story);
  }

  private static Play<NewOrder.Result, NewOrder.Result> committing(
      NewOrder first, NewOrder second, StopPoint stop) {
    return Play.committing((access, pause) -> first.execute(access), second, stop);
  }

  /** If T1 rolls back itself, the cause is a last item that does not exist. */
  private static Play<NewOrder.Result, NewOrder.Result> abandoning(
      Scene scene, Inputs.NewOrder input, NewOrder second, StopPoint stop) {
    List<Inputs.Line> lines = new ArrayList<>(input.lines());
    lines.add(new Inputs.Line(scene.scale().unusedItem(), Scene.W, 1));
    NewOrder invalid =
        scene.newOrder(new Inputs.NewOrder(input.w(), input.d(), input.c(), List.copyOf(lines)));
    NewOrder valid = scene.newOrder(input);
    boolean dies = Play.abandoning((access, pause) -> 0, second, stop).fate() == Play.Fate.DIES;
    return Play.abandoning(
        (access, pause) -> (dies ? valid : invalid).execute(access), second, stop);
  }

  private List<NewOrder.Result> orders(Meeting<NewOrder.Result, NewOrder.Result> met) {
    NewOrder.Result second = met.second().result();
    return commits ? List.of(met.survivor().result(), second) : List.of(second);
  }

  private static String judgeBoth(Meeting<NewOrder.Result, NewOrder.Result> met, long next) {
    long one = met.survivor().result().o();
    long two = met.second().result().o();
    Violation.unless(
        Set.of(next, next + 1).equals(Set.copyOf(List.of(one, two))),
        "the next order was %d; T1 got %d and T2 got %d",
        next,
        one,
        two);
    Violation.unless(
        !met.stop().isCommitted() || two == one + 1, "T2 came later, and got the order before");
    return met.story(two < one ? "before T1" : "after T1");
  }

  private static String judgeSecond(Meeting<NewOrder.Result, NewOrder.Result> met, long next) {
    long two = met.second().result().o();
    Violation.unless(two == next, "the next order was %d; T2 got %d", next, two);
    return met.story("T1 left nothing");
  }

  private static void requireThere(Scene scene, Inputs.NewOrder input, NewOrder.Result order)
      throws IOException {
    Row row = scene.row(Keys.order(Scene.W, D, order.o()));
    Violation.unless(
        row.number(Column.O_ENTRY_D) == order.entryMillis(),
        "order %d is not the one that was entered",
        order.o());
    List<Key> lines = new ArrayList<>();
    for (int number = 1; number <= input.lines().size(); number++) {
      lines.add(Keys.orderLine(Scene.W, D, order.o(), number));
    }
    int there = scene.rows(lines).size();
    Violation.unless(
        there == lines.size(), "order %d has %d of %d lines", order.o(), there, lines.size());
  }

  private static List<Key> stockKeys(Inputs.NewOrder input) {
    return input.lines().stream()
        .map(line -> Keys.stock(line.supplyWarehouse(), line.item()))
        .toList();
  }

  private static void requireTaken(
      Map<Key, Row> before, Map<Key, Row> after, Inputs.NewOrder input, int orders) {
    for (Inputs.Line line : input.lines()) {
      Key key = Keys.stock(line.supplyWarehouse(), line.item());
      Violation.unless(
          ytd(after, key) == ytd(before, key) + (long) orders * line.quantity(),
          "%s: S_YTD went from %d to %d by %d orders of %d",
          key,
          ytd(before, key),
          ytd(after, key),
          orders,
          line.quantity());
    }
  }

  private static long ytd(Map<Key, Row> rows, Key key) {
    Row row = rows.get(key);
    Violation.unless(row != null, "There is no %s", key);
    return row == null ? 0 : row.number(Column.S_YTD);
  }
}
