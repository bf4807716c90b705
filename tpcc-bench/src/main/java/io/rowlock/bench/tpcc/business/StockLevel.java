package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Client.Work;
import io.rowlock.bench.tpcc.access.Client.Work.Isolation;
import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.access.Reads.Answer;
import io.rowlock.bench.tpcc.access.Reads.Counter;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.KeyRange;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Query;
import java.io.IOException;
import java.util.List;

/** Clause 2.8. */
public record StockLevel(Inputs.StockLevel input) implements Work<StockLevel.Result> {
  private static final int ORDERS = 20;

  /**
   * The output of the terminal: different items in the last orders, and those with little stock.
   */
  public record Result(Inputs.StockLevel input, int items, int low) {}

  @Override
  public Isolation isolation() {
    return Isolation.READ_COMMITTED;
  }

  @Override
  public Result execute(Access access) throws IOException {
    List<Integer> items = items(access, nextOrder(access));
    Reads reads = access.reads();
    List<Answer> stocks =
        items.stream()
            .map(item -> reads.get(Keys.stock(input.w(), item), Column.S_QUANTITY))
            .toList();
    reads.run();
    long low =
        stocks.stream()
            .filter(stock -> stock.row().count(Column.S_QUANTITY) < input.threshold())
            .count();
    return new Result(input, items.size(), (int) low);
  }

  private long nextOrder(Access access) throws IOException {
    Reads reads = access.reads();
    Counter next = reads.counter(Keys.districtNext(input.w(), input.d()), Column.D_NEXT_O_ID);
    reads.run();
    return next.value();
  }

  /** Each item once. */
  private List<Integer> items(Access access, long next) throws IOException {
    Reads reads = access.reads();
    KeyRange last = KeyRange.linesOf(input.w(), input.d(), Math.max(1, next - ORDERS), next);
    Answer lines = reads.ask(Query.scan(last, 0, Column.OL_I_ID));
    reads.run();
    return lines.rows().stream().map(line -> line.row().count(Column.OL_I_ID)).distinct().toList();
  }
}
