package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Client.Work;
import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.access.Reads.Answer;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Index.PlacedOrder;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Scale;
import java.io.IOException;
import java.util.List;

/** Clause 2.6. */
public record OrderStatus(Inputs.OrderStatus input, Layout layout)
    implements Work<OrderStatus.Result> {
  /** The output of the terminal: the customer's last order. */
  public record Result(
      int w, int d, int c, Row customer, long o, Row order, List<KeyedRow> lines) {}

  @Override
  public Result execute(Access access) throws IOException {
    int w = input.customer().w();
    int d = input.customer().d();
    int c = search(access);
    Reads first = access.reads();
    Answer customer =
        first.get(
            Keys.customer(w, d, c),
            Column.C_BALANCE,
            Column.C_FIRST,
            Column.C_MIDDLE,
            Column.C_LAST);
    Answer latest = first.ask(layout.orders().find(PlacedOrder.of(w, d, c)));
    first.run();
    long o = latest(latest);
    Reads second = access.reads();
    Answer order =
        second.get(Keys.order(w, d, o), Column.O_ENTRY_D, Column.O_CARRIER_ID, Column.O_OL_CNT);
    Answer lines =
        second.ask(
            Query.linesOf(
                w,
                d,
                o,
                Scale.MOST_LINES,
                Column.OL_I_ID,
                Column.OL_SUPPLY_W_ID,
                Column.OL_QUANTITY,
                Column.OL_AMOUNT,
                Column.OL_DELIVERY_D));
    second.run();
    return new Result(w, d, c, customer.row(), o, order.row(), lines.rows());
  }

  private int search(Access access) throws IOException {
    CustomerSearch search = new CustomerSearch(input.customer(), layout);
    Reads reads = access.reads();
    search.ask(reads);
    reads.run();
    return search.result();
  }

  private long latest(Answer found) {
    List<PlacedOrder> entries = layout.orders().entries(found.rows());
    if (entries.isEmpty()) {
      throw new BrokenRowException("There is no order of " + input.customer());
    }
    return entries.get(0).o();
  }
}
