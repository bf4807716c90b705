package io.rowlock.bench.tpcc.business;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.access.MemoryClient;
import io.rowlock.bench.tpcc.business.Inputs.CustomerChoice;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Row;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Order-Status and Stock-Level, on a small database in memory. */
class QuestionsTest {
  private final SmallDatabase database = new SmallDatabase();

  static List<Layout> layouts() {
    return Layout.all();
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void nameFindsTheCustomerInTheMiddle(Layout layout) throws IOException {
    MemoryClient client = database.load(layout);
    List<Row> customers =
        IntStream.rangeClosed(1, 30).mapToObj(c -> database.fresh(Keys.customer(1, 4, c))).toList();
    for (Row customer : customers) {
      String last = customer.text(Column.C_LAST);
      List<Integer> named =
          IntStream.rangeClosed(1, 30)
              .filter(c -> customers.get(c - 1).text(Column.C_LAST).equals(last))
              .boxed()
              .sorted(Comparator.comparing(c -> customers.get(c - 1).text(Column.C_FIRST)))
              .toList();
      var input = new Inputs.OrderStatus(new CustomerChoice.ByName(1, 4, last));
      OrderStatus.Result status = client.run(new OrderStatus(input, layout)).result();
      assertThat(status.c()).isEqualTo(named.get((named.size() + 1) / 2 - 1));
      assertThat(status.order().count(Column.O_OL_CNT)).isEqualTo(status.lines().size());
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void stockLevelCountsDifferentItemsOfTheLastTwentyOrders(Layout layout) throws IOException {
    MemoryClient client = database.load(layout);
    long[] items =
        IntStream.rangeClosed(11, 30)
            .boxed()
            .flatMap(
                o ->
                    IntStream.rangeClosed(
                            1, database.fresh(Keys.order(1, 4, o)).count(Column.O_OL_CNT))
                        .mapToObj(number -> database.fresh(Keys.orderLine(1, 4, o, number))))
            .mapToLong(line -> line.number(Column.OL_I_ID))
            .distinct()
            .toArray();
    for (long item : items) {
      client.put(Keys.stock(1, (int) item), new Row().set(Column.S_QUANTITY, 15));
    }
    Map<Integer, Integer> low = Map.of(15, 0, 16, items.length);
    low.forEach(
        (threshold, expected) -> {
          StockLevel.Result result = stockLevel(client, threshold);
          assertThat(result.items()).isEqualTo(items.length);
          assertThat(result.low()).isEqualTo(expected);
        });
  }

  private static StockLevel.Result stockLevel(MemoryClient client, int threshold) {
    try {
      return client.run(new StockLevel(new Inputs.StockLevel(1, 4, threshold))).result();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
