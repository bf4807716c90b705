package io.rowlock.bench.tpcc.business;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.access.Client.Ended;
import io.rowlock.bench.tpcc.access.MemoryClient;
import io.rowlock.bench.tpcc.business.Inputs.CustomerChoice;
import io.rowlock.bench.tpcc.business.NewOrderLines.StockRule;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Row;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** On a small database in memory. */
class NewOrderTest {
  private final SmallDatabase database = new SmallDatabase();

  static List<Layout> layouts() {
    return Layout.all();
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void takesStockAndWritesTheOrder(Layout layout) throws IOException {
    MemoryClient client = database.load(layout);
    var input =
        new Inputs.NewOrder(1, 4, 7, List.of(new Inputs.Line(9, 1, 3), new Inputs.Line(11, 2, 5)));
    Ended<NewOrder.Result> ended = client.run(new NewOrder(input, layout, SmallDatabase.NOW));
    assertThat(ended.isRolledBack()).isFalse();
    assertThat(ended.result().o()).isEqualTo(31);
    assertThat(SmallDatabase.row(client, Keys.districtNext(1, 4)).number(Column.D_NEXT_O_ID))
        .isEqualTo(32);
    assertThat(SmallDatabase.row(client, Keys.order(1, 4, 31)))
        .isEqualTo(
            new Row()
                .set(Column.O_C_ID, 7)
                .set(Column.O_ENTRY_D, SmallDatabase.NOW)
                .set(Column.O_OL_CNT, 2)
                .set(Column.O_ALL_LOCAL, 0));
    assertThat(client.row(Keys.newOrder(1, 4, 31))).isPresent();
    long price = database.fresh(Keys.item(1, 11)).number(Column.I_PRICE);
    assertThat(SmallDatabase.row(client, Keys.orderLine(1, 4, 31, 2)))
        .isEqualTo(
            new Row()
                .set(Column.OL_I_ID, 11)
                .set(Column.OL_SUPPLY_W_ID, 2)
                .set(Column.OL_QUANTITY, 5)
                .set(Column.OL_AMOUNT, 5 * price)
                .set(
                    Column.OL_DIST_INFO, database.fresh(Keys.stock(2, 11)).text(Column.S_DIST_04)));
    assertStock(client, Keys.stock(1, 9), List.of(3), 0);
    assertStock(client, Keys.stock(2, 11), List.of(5), 1);
    assertThat(client.row(Keys.orderLine(1, 4, 31, 3))).isEmpty();
    OrderStatus.Result status =
        client
            .run(new OrderStatus(new Inputs.OrderStatus(new CustomerChoice.ById(1, 4, 7)), layout))
            .result();
    assertThat(status.o()).isEqualTo(31);
    assertThat(status.lines()).hasSize(2);
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void sameItemTwiceIsTakenTwice(Layout layout) throws IOException {
    MemoryClient client = database.load(layout);
    var input =
        new Inputs.NewOrder(1, 4, 7, List.of(new Inputs.Line(9, 1, 10), new Inputs.Line(9, 1, 4)));
    NewOrder.Result result = client.run(new NewOrder(input, layout, SmallDatabase.NOW)).result();
    assertStock(client, Keys.stock(1, 9), List.of(10, 4), 0);
    int before = database.fresh(Keys.stock(1, 9)).count(Column.S_QUANTITY);
    assertThat(result.lines().get(0).stock()).isEqualTo(StockRule.after(before, 10));
    assertThat(result.lines().get(1).stock())
        .isEqualTo(StockRule.after(StockRule.after(before, 10), 4));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void itemThatDoesNotExistRollsEverythingBack(Layout layout) throws IOException {
    MemoryClient client = database.load(layout);
    var input =
        new Inputs.NewOrder(
            1,
            4,
            7,
            List.of(
                new Inputs.Line(9, 1, 3), new Inputs.Line(SmallDatabase.SCALE.unusedItem(), 1, 5)));
    Ended<NewOrder.Result> ended = client.run(new NewOrder(input, layout, SmallDatabase.NOW));
    assertThat(ended.isRolledBack()).isTrue();
    assertThat(ended.result().isRolledBack()).isTrue();
    assertThat(ended.result().o()).isEqualTo(31);
    assertThat(ended.result().customer().text(Column.C_LAST))
        .isEqualTo(database.fresh(Keys.customer(1, 4, 7)).text(Column.C_LAST));
    assertThat(client.rows()).isEqualTo(database.load(layout).rows());
    Operations.Counts counts = client.operations().counts();
    assertThat(counts.writes()).as("valid lines are processed").isEqualTo(6);
  }

  private void assertStock(MemoryClient client, Key key, List<Integer> ordered, int remote) {
    Row before = database.fresh(key);
    Row after = SmallDatabase.row(client, key);
    int quantity = before.count(Column.S_QUANTITY);
    for (int each : ordered) {
      quantity = StockRule.after(quantity, each);
    }
    assertThat(after.count(Column.S_QUANTITY)).isEqualTo(quantity);
    assertThat(after.count(Column.S_YTD))
        .isEqualTo(ordered.stream().mapToInt(Integer::intValue).sum());
    assertThat(after.count(Column.S_ORDER_CNT)).isEqualTo(ordered.size());
    assertThat(after.count(Column.S_REMOTE_CNT)).isEqualTo(remote);
    assertThat(after.text(Column.S_DATA)).isEqualTo(before.text(Column.S_DATA));
  }
}
