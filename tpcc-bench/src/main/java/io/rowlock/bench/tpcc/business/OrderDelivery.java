package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.access.Reads.Answer;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Delivers one order. */
final class OrderDelivery {
  private final Inputs.Delivery input;
  private final OldestOrder.Found order;
  private final long millis;
  private @Nullable Answer lines;
  private @Nullable Answer customer;

  OrderDelivery(Inputs.Delivery input, OldestOrder.Found order, long millis) {
    this.input = input;
    this.order = order;
    this.millis = millis;
  }

  void ask(Reads reads) {
    lines =
        reads.ask(
            Query.linesOf(input.w(), order.d(), order.o(), order.lines(), Column.OL_AMOUNT)
                .forUpdate());
    customer = reads.getForUpdate(customerKey(), Column.C_BALANCE, Column.C_DELIVERY_CNT);
  }

  private Key customerKey() {
    return Keys.customer(input.w(), order.d(), order.c());
  }

  void write(Access access) throws IOException {
    int w = input.w();
    access.delete(Keys.newOrder(w, order.d(), order.o()));
    access.put(
        Keys.order(w, order.d(), order.o()), new Row().set(Column.O_CARRIER_ID, input.carrier()));
    for (KeyedRow line : lines().rows()) {
      access.put(line.key(), new Row().set(Column.OL_DELIVERY_D, millis));
    }
    Row before = Objects.requireNonNull(customer).row();
    access.put(
        customerKey(),
        new Row()
            .set(Column.C_BALANCE, before.number(Column.C_BALANCE) + amount())
            .set(Column.C_DELIVERY_CNT, before.number(Column.C_DELIVERY_CNT) + 1));
  }

  Delivery.Delivered delivered() {
    return new Delivery.Delivered(input.w(), order.d(), order.o(), order.c(), amount());
  }

  private long amount() {
    return lines().rows().stream().mapToLong(line -> line.row().number(Column.OL_AMOUNT)).sum();
  }

  private Answer lines() {
    return Objects.requireNonNull(lines);
  }
}
