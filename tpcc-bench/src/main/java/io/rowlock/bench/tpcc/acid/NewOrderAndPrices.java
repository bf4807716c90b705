package io.rowlock.bench.tpcc.acid;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.access.Reads.Answer;
import io.rowlock.bench.tpcc.access.Work;
import io.rowlock.bench.tpcc.acid.Play.Meeting;
import io.rowlock.bench.tpcc.acid.Trials.Violation;
import io.rowlock.bench.tpcc.business.Inputs;
import io.rowlock.bench.tpcc.business.NewOrder;
import io.rowlock.bench.tpcc.business.NewOrderLines;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Test 7: T1 orders an item twice and another one, and T2 raises the prices of both meanwhile. T1
 * reads the first price apart, and then all there is to be read.
 */
final class NewOrderAndPrices {
  private static final int D = 1;

  private NewOrderAndPrices() {}

  /** No other test orders these. */
  private static final int FIRST_ITEM = 10;

  private static final int ITEMS = 60;

  /**
   * All that T1 knows of prices: that of x when it was first read, and those of the lines x, y, x.
   */
  private record Prices(long first, List<Long> lines) {

    static Prices of(long first, NewOrder.Result order) {
      return new Prices(first, order.lines().stream().map(NewOrderLines.Shown::price).toList());
    }

    boolean areAll(long x, long y) {
      return first == x && lines.equals(List.of(x, y, x));
    }
  }

  static Optional<String> run(Scene scene, StopPoint stop) throws IOException {
    int x = FIRST_ITEM + scene.turn(ITEMS / 2) * 2;
    int y = x + 1;
    long oldX = price(scene, x);
    long oldY = price(scene, y);
    Inputs.NewOrder input = new Inputs.NewOrder(Scene.W, D, 1, scene.lines(x, y, x));
    NewOrder order = scene.newOrder(input);
    Play.FirstWork<Prices> first =
        (access, pause) -> {
          long price = firstPrice(access, x);
          pause.run();
          return Prices.of(price, order.execute(access));
        };
    Work<Integer> raise = access -> raise(access, scene, List.of(x, y));
    return scene.meet(Play.committing(first, raise, stop)).map(met -> judge(met, oldX, oldY));
  }

  private static String judge(Meeting<Prices, Integer> met, long oldX, long oldY) {
    Prices seen = met.survivor().result();
    boolean isOld = seen.areAll(oldX, oldY);
    Violation.unless(
        isOld || seen.areAll(raised(oldX), raised(oldY)),
        "T1 first read the price %d of x and then %s of x, y and x; %d and %d were raised by a"
            + " tenth",
        seen.first(),
        seen.lines(),
        oldX,
        oldY);
    if (met.stop().isBeforeValidation() && met.isSecondWithin()) {
      Violation.unless(
          met.survivor().attempts() > 1,
          "T1 committed the prices before, which it had read and T2 had changed: not validated");
    }
    return met.story(isOld ? "after T1" : "before T1") + (isOld ? "" : " (case B)");
  }

  private static long raised(long price) {
    return price + price / 10;
  }

  private static long price(Scene scene, int item) throws IOException {
    return scene.row(Keys.item(Scene.W, item)).number(Column.I_PRICE);
  }

  private static long firstPrice(Access access, int item) throws IOException {
    Reads reads = access.reads();
    Answer found = reads.get(Keys.item(Scene.W, item), Column.I_PRICE);
    reads.run();
    return found.row().number(Column.I_PRICE);
  }

  /** Everywhere, where a layout keeps several copies. */
  private static int raise(Access access, Scene scene, List<Integer> items) throws IOException {
    List<Key> keys = items.stream().flatMap(item -> copies(scene, item)).toList();
    Reads reads = access.reads();
    List<Answer> found = keys.stream().map(key -> reads.get(key, Column.I_PRICE)).toList();
    reads.run();
    for (int i = 0; i < keys.size(); i++) {
      long price = found.get(i).row().number(Column.I_PRICE);
      access.put(keys.get(i), new Row().set(Column.I_PRICE, raised(price)));
    }
    return keys.size();
  }

  private static Stream<Key> copies(Scene scene, int item) {
    int copies = scene.layout().copiesItems() ? scene.scale().warehouses() : 1;
    return IntStream.rangeClosed(Scene.W, copies).mapToObj(w -> Keys.item(w, item));
  }
}
