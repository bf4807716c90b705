package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.access.Access;
import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.access.Reads.Answer;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.population.Origin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The lines of a New-Order. An item may be in several: its rows are read once, and each line sees
 * the stock that the line before has left.
 */
public final class NewOrderLines {
  private final Inputs.NewOrder input;
  private final Map<Integer, Answer> items = new LinkedHashMap<>();
  private final Map<Key, Answer> stocks = new LinkedHashMap<>();
  private final Map<Key, Row> changed = new LinkedHashMap<>();

  /** A line on the terminal, which shows a brand as B, else as G. */
  public record Shown(
      int supplyWarehouse,
      int item,
      String name,
      int quantity,
      int stock,
      boolean isBrandGeneric,
      long price,
      long amount) {}

  NewOrderLines(Inputs.NewOrder input, Reads reads) {
    this.input = input;
    Column distInfo = Column.distInfo(input.d());
    for (Inputs.Line line : input.lines()) {
      items.computeIfAbsent(
          line.item(),
          item ->
              reads.get(Keys.item(input.w(), item), Column.I_PRICE, Column.I_NAME, Column.I_DATA));
      stocks.computeIfAbsent(
          stockKey(line),
          key ->
              reads.getForUpdate(
                  key,
                  Column.S_QUANTITY,
                  distInfo,
                  Column.S_DATA,
                  Column.S_YTD,
                  Column.S_ORDER_CNT,
                  Column.S_REMOTE_CNT));
    }
  }

  private static Key stockKey(Inputs.Line line) {
    return Keys.stock(line.supplyWarehouse(), line.item());
  }

  /** Whether an item does not exist. */
  boolean lacksItem() {
    return items.values().stream().anyMatch(Answer::isEmpty);
  }

  /** All lines whose items exist. */
  List<Shown> process(Access access, long o) throws IOException {
    List<Shown> shown = new ArrayList<>();
    int number = 0;
    for (Inputs.Line line : input.lines()) {
      number++;
      Optional<Row> item = Objects.requireNonNull(items.get(line.item())).find();
      if (item.isPresent()) {
        shown.add(
            process(access, Keys.orderLine(input.w(), input.d(), o, number), line, item.get()));
      }
    }
    for (Map.Entry<Key, Row> stock : changed.entrySet()) {
      access.put(stock.getKey(), stock.getValue());
    }
    return List.copyOf(shown);
  }

  private Shown process(Access access, Key key, Inputs.Line line, Row item) throws IOException {
    Row found = Objects.requireNonNull(stocks.get(stockKey(line))).row();
    Row stock = changed.computeIfAbsent(stockKey(line), any -> numbersOf(found));
    take(stock, line);
    long price = item.number(Column.I_PRICE);
    long amount = line.quantity() * price;
    access.insert(
        key,
        new Row()
            .set(Column.OL_I_ID, line.item())
            .set(Column.OL_SUPPLY_W_ID, line.supplyWarehouse())
            .set(Column.OL_QUANTITY, line.quantity())
            .set(Column.OL_AMOUNT, amount)
            .set(Column.OL_DIST_INFO, found.text(Column.distInfo(input.d()))));
    boolean isBrand =
        Origin.isOriginal(item.text(Column.I_DATA)) && Origin.isOriginal(found.text(Column.S_DATA));
    return new Shown(
        line.supplyWarehouse(),
        line.item(),
        item.text(Column.I_NAME),
        line.quantity(),
        stock.count(Column.S_QUANTITY),
        isBrand,
        price,
        amount);
  }

  /** The columns to write. */
  private static Row numbersOf(Row stock) {
    return new Row()
        .set(Column.S_QUANTITY, stock.number(Column.S_QUANTITY))
        .set(Column.S_YTD, stock.number(Column.S_YTD))
        .set(Column.S_ORDER_CNT, stock.number(Column.S_ORDER_CNT))
        .set(Column.S_REMOTE_CNT, stock.number(Column.S_REMOTE_CNT));
  }

  private void take(Row stock, Inputs.Line line) {
    boolean isRemote = line.supplyWarehouse() != input.w();
    int left = StockRule.after(stock.count(Column.S_QUANTITY), line.quantity());
    stock
        .set(Column.S_QUANTITY, left)
        .set(Column.S_YTD, stock.number(Column.S_YTD) + line.quantity())
        .set(Column.S_ORDER_CNT, stock.number(Column.S_ORDER_CNT) + 1)
        .set(Column.S_REMOTE_CNT, stock.number(Column.S_REMOTE_CNT) + (isRemote ? 1 : 0));
  }

  /** The change of the stock (clause 2.4.2.2). */
  public static final class StockRule {
    private static final int LEAST_LEFT = 10;
    private static final int FILLED_UP = 91;

    private StockRule() {}

    /** S_QUANTITY after an order. */
    public static int after(int quantity, int ordered) {
      return quantity >= ordered + LEAST_LEFT ? quantity - ordered : quantity - ordered + FILLED_UP;
    }
  }
}
