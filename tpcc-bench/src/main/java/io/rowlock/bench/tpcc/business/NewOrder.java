package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Client.Work;
import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.access.Reads.Answer;
import io.rowlock.bench.tpcc.access.Reads.Counter;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Index.PlacedOrder;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import io.rowlock.bench.tpcc.population.Scale;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Clause 2.4.
 *
 * @param millis O_ENTRY_D
 */
public record NewOrder(Inputs.NewOrder input, Layout layout, long millis)
    implements Work<NewOrder.Result> {
  /**
   * The output of the terminal: the number that the order has, or would have; without lines and
   * total when an item does not exist. The total is in cents, with discount and taxes; the rows
   * contain what is shown of them.
   */
  public record Result(
      Inputs.NewOrder input,
      long o,
      long entryMillis,
      boolean isRolledBack,
      Row warehouse,
      Row district,
      Row customer,
      List<NewOrderLines.Shown> lines,
      long total) {}

  /** Reads the sum of all D_NEXT_O_ID. */
  public static Work<Long> nextOrders(Scale scale) {
    return access -> {
      Reads reads = access.reads();
      List<Counter> counters = new ArrayList<>();
      for (int w = 1; w <= scale.warehouses(); w++) {
        for (int d = 1; d <= Scale.DISTRICTS; d++) {
          counters.add(reads.counter(Keys.districtNext(w, d), Column.D_NEXT_O_ID));
        }
      }
      reads.run();
      return counters.stream().mapToLong(Counter::value).sum();
    };
  }

  @Override
  public Result execute(Access access) throws IOException {
    int w = input.w();
    int d = input.d();
    Reads reads = access.reads();
    Answer warehouse = reads.get(Keys.warehouse(w), Column.W_TAX);
    Answer district = reads.get(Keys.district(w, d), Column.D_TAX);
    Counter next = reads.counter(Keys.districtNext(w, d), Column.D_NEXT_O_ID);
    Answer customer =
        reads.get(
            Keys.customer(w, d, input.c()), Column.C_DISCOUNT, Column.C_LAST, Column.C_CREDIT);
    NewOrderLines lines = new NewOrderLines(input, reads);
    if (!layout.orders().isRowPerEntry()) {
      reads.announce(indexed(0).key());
    }
    reads.run();
    if (lines.lacksItem()) {
      access.rollBack();
    }
    long o = access.take(next);
    writeOrder(access, o);
    List<NewOrderLines.Shown> shown = lines.process(access, o);
    return result(
        o,
        lines.lacksItem(),
        warehouse.row(),
        district.row(),
        customer.row(),
        lines.lacksItem() ? List.of() : shown);
  }

  private void writeOrder(Access access, long o) throws IOException {
    int w = input.w();
    int d = input.d();
    access.insert(
        Keys.order(w, d, o),
        new Row()
            .set(Column.O_C_ID, input.c())
            .set(Column.O_ENTRY_D, millis)
            .set(Column.O_OL_CNT, input.lines().size())
            .set(Column.O_ALL_LOCAL, input.isLocal() ? 1 : 0));
    access.insert(Keys.newOrder(w, d, o), new Row().set(Column.NO_PRESENT, ""));
    KeyedRow entry = indexed(o);
    if (layout.orders().isRowPerEntry()) {
      access.insert(entry.key(), entry.row());
    } else {
      access.put(entry.key(), entry.row());
    }
  }

  private KeyedRow indexed(long o) {
    return layout.orders().rowFor(new PlacedOrder(input.w(), input.d(), input.c(), o));
  }

  private Result result(
      long o,
      boolean isRolledBack,
      Row warehouse,
      Row district,
      Row customer,
      List<NewOrderLines.Shown> lines) {
    long sum = lines.stream().mapToLong(NewOrderLines.Shown::amount).sum();
    int taxes = warehouse.count(Column.W_TAX) + district.count(Column.D_TAX);
    long total = total(sum, customer.count(Column.C_DISCOUNT), taxes);
    return new Result(input, o, millis, isRolledBack, warehouse, district, customer, lines, total);
  }

  /** Rates are in ten-thousandths; half a cent counts as one. */
  static long total(long sum, int discount, int taxes) {
    long exact = sum * (10_000 - discount) * (10_000 + taxes);
    return (exact + 50_000_000) / 100_000_000;
  }
}
