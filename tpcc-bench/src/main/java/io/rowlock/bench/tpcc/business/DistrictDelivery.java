package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.access.Reads.Answer;
import io.rowlock.bench.tpcc.business.Delivery.Delivered;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Relation;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Delivers the oldest undelivered order of a district. The numbers of undelivered orders are
 * without gaps (consistency condition 3), so an order is the oldest if it is there and the one
 * before is not; the hint, the last order that was delivered, shows where to look. Without a hint,
 * or where it is wrong, a scan finds the order, or makes sure that there is none.
 */
final class DistrictDelivery {
  private final Inputs.Delivery input;
  private final int d;
  private final long hint;
  private final long millis;
  private @Nullable Answer before;
  private @Nullable Answer expected;
  private @Nullable Answer first;
  private @Nullable Answer order;
  private @Nullable Answer lines;
  private @Nullable Answer customer;
  private long o;

  DistrictDelivery(Inputs.Delivery input, int d, long hint, long millis) {
    this.input = input;
    this.d = d;
    this.hint = hint;
    this.millis = millis;
  }

  void askByHint(Reads reads) {
    if (hint > 0) {
      before = reads.get(Keys.newOrder(input.w(), d, hint));
      expected = reads.getForUpdate(Keys.newOrder(input.w(), d, hint + 1));
      order = orderOf(reads, hint + 1);
    }
  }

  void askForFirst(Reads reads) {
    if (before != null && before.isEmpty() && expected != null && !expected.isEmpty()) {
      o = hint + 1;
    } else {
      order = null;
      KeyRange all = KeyRange.of(Relation.NEW_ORDER, input.w(), d);
      first = reads.ask(Query.scan(all, 1).forUpdate());
    }
  }

  void askForOrder(Reads reads) {
    if (first != null && !first.isEmpty()) {
      o = first.rows().get(0).key().part(2);
      order = orderOf(reads, o);
    }
  }

  private Answer orderOf(Reads reads, long number) {
    return reads.getForUpdate(Keys.order(input.w(), d, number), Column.O_C_ID, Column.O_OL_CNT);
  }

  /** Whether the district has an undelivered order. */
  boolean isFound() {
    return order != null;
  }

  private Row order() {
    return Objects.requireNonNull(order).row();
  }

  void askForContents(Reads reads) {
    int most = order().count(Column.O_OL_CNT);
    lines = reads.ask(Query.linesOf(input.w(), d, o, most, Column.OL_AMOUNT).forUpdate());
    customer = reads.getForUpdate(customerKey(), Column.C_BALANCE, Column.C_DELIVERY_CNT);
  }

  private Key customerKey() {
    return Keys.customer(input.w(), d, order().count(Column.O_C_ID));
  }

  Delivered write(Access access) throws IOException {
    access.delete(Keys.newOrder(input.w(), d, o));
    access.put(Keys.order(input.w(), d, o), new Row().set(Column.O_CARRIER_ID, input.carrier()));
    long amount = 0;
    for (KeyedRow line : Objects.requireNonNull(lines).rows()) {
      access.put(line.key(), new Row().set(Column.OL_DELIVERY_D, millis));
      amount += line.row().number(Column.OL_AMOUNT);
    }
    Row paying = Objects.requireNonNull(customer).row();
    access.put(
        customerKey(),
        new Row()
            .set(Column.C_BALANCE, paying.number(Column.C_BALANCE) + amount)
            .set(Column.C_DELIVERY_CNT, paying.number(Column.C_DELIVERY_CNT) + 1));
    return new Delivered(input.w(), d, o, order().count(Column.O_C_ID), amount);
  }
}
