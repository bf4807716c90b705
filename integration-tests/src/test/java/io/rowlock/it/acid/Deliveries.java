package io.rowlock.it.acid;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Client.Work;
import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.access.Reads.Answer;
import io.rowlock.bench.tpcc.business.Delivery;
import io.rowlock.bench.tpcc.business.Delivery.DeliveryHints;
import io.rowlock.bench.tpcc.business.Inputs;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.it.acid.Trials.Violation;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/** Deliveries for the tests. */
final class Deliveries {
  private static final int FIRST_DISTRICT = 3;
  private static final int DISTRICTS = 7;

  private static final int CARRIER = 7;

  private Deliveries() {}

  /** Returns the districts in turns, so that none runs out of orders. */
  static int district(Scene scene) {
    return FIRST_DISTRICT - 1 + scene.turn(DISTRICTS);
  }

  /** An undelivered order. */
  record Oldest(long o, int c, long amount) {}

  /** A Delivery without hints, which finds the oldest order by a scan. */
  static Delivery of(Scene scene, List<Integer> districts) {
    return new Delivery(
        new Inputs.Delivery(Scene.W, CARRIER),
        districts,
        new DeliveryHints(scene.scale().warehouses()),
        scene.now());
  }

  /** The orders that a Delivery would deliver. */
  static Oldest oldest(Scene scene, int d) throws IOException {
    Work<Oldest> look =
        access -> {
          long o = first(access, d).orElseThrow(() -> new Violation("district " + d + " is empty"));
          Reads reads = access.reads();
          Answer order = reads.get(Keys.order(Scene.W, d, o));
          Answer lines = reads.ask(Query.scan(KeyRange.linesOf(Scene.W, d, o), 0));
          reads.run();
          long amount =
              lines.rows().stream().mapToLong(line -> line.row().number(Column.OL_AMOUNT)).sum();
          return new Oldest(o, order.row().count(Column.O_C_ID), amount);
        };
    return scene.ask(look);
  }

  /** The oldest order of a district in NEW-ORDER. */
  static OptionalLong first(Access access, int d) throws IOException {
    Reads reads = access.reads();
    Answer first = reads.ask(Query.scan(KeyRange.of(Relation.NEW_ORDER, Scene.W, d), 1));
    reads.run();
    return first.rows().stream().mapToLong(row -> row.key().part(2)).findFirst();
  }
}
