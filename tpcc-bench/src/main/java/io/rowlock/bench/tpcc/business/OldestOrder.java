package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.access.Reads.Answer;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the oldest undelivered order of a district. The numbers of undelivered orders are without
 * gaps (consistency condition 3), so that one is the oldest if it is there and the one before is
 * not; a hint tells where to look. Without a hint, or where it is wrong, a scan finds it, which
 * also makes sure that there is none.
 */
final class OldestOrder {
  private final int w;
  private final int d;
  private final long hint;
  private @Nullable Answer before;
  private @Nullable Answer expected;
  private @Nullable Answer first;
  private @Nullable Answer order;
  private long o;

  OldestOrder(int w, int d, long hint) {
    this.w = w;
    this.d = d;
    this.hint = hint;
  }

  /** An order, before its lines are looked at. */
  record Found(int d, long o, int c, int lines) {}

  void askByHint(Reads reads) {
    if (hint > 0) {
      before = reads.get(Keys.newOrder(w, d, hint));
      expected = reads.getForUpdate(Keys.newOrder(w, d, hint + 1));
      order = orderOf(reads, hint + 1);
    }
  }

  void askForFirst(Reads reads) {
    if (isHintRight()) {
      o = hint + 1;
    } else {
      order = null;
      first = reads.ask(Query.scan(KeyRange.of(Relation.NEW_ORDER, w, d), 1).forUpdate());
    }
  }

  private boolean isHintRight() {
    return before != null && before.isEmpty() && expected != null && !expected.isEmpty();
  }

  void askForOrder(Reads reads) {
    if (first != null && !first.isEmpty()) {
      o = first.rows().get(0).key().part(2);
      order = orderOf(reads, o);
    }
  }

  private Answer orderOf(Reads reads, long number) {
    return reads.getForUpdate(Keys.order(w, d, number), Column.O_C_ID, Column.O_OL_CNT);
  }

  /** Empty when the district has none. */
  Optional<Found> found() {
    if (order == null) {
      return Optional.empty();
    }
    Row row = order.row();
    return Optional.of(new Found(d, o, row.count(Column.O_C_ID), row.count(Column.O_OL_CNT)));
  }
}
