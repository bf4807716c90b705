package io.rowlock.bench.tpcc.business;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.access.MemoryClient;
import io.rowlock.bench.tpcc.business.Inputs.CustomerChoice;
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
class PaymentTest {
  private final SmallDatabase database = new SmallDatabase();

  static List<Layout> layouts() {
    return Layout.all();
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void movesMoneyEverywhere(Layout layout) throws IOException {
    MemoryClient client = database.load(layout);
    var input = new Inputs.Payment(1, 4, new CustomerChoice.ById(2, 5, 7), 12_345);
    Key history = Keys.history(1, 4, SmallDatabase.NOW, 3, 1);
    Payment.Result result =
        client.run(new Payment(input, layout, history, SmallDatabase.NOW)).result();
    assertThat(SmallDatabase.row(client, Keys.warehouseYtd(1)).number(Column.W_YTD))
        .isEqualTo(300_000 + 12_345);
    assertThat(SmallDatabase.row(client, Keys.districtYtd(1, 4)).number(Column.D_YTD))
        .isEqualTo(30_000 + 12_345);
    assertThat(SmallDatabase.row(client, Keys.warehouseYtd(2)).number(Column.W_YTD))
        .isEqualTo(300_000);
    Row customer = SmallDatabase.row(client, Keys.customer(2, 5, 7));
    assertThat(customer.number(Column.C_BALANCE)).isEqualTo(-1_000 - 12_345);
    assertThat(customer.number(Column.C_YTD_PAYMENT)).isEqualTo(1_000 + 12_345);
    assertThat(customer.number(Column.C_PAYMENT_CNT)).isEqualTo(2);
    assertThat(SmallDatabase.row(client, history))
        .isEqualTo(
            new Row()
                .set(Column.H_C_W_ID, 2)
                .set(Column.H_C_D_ID, 5)
                .set(Column.H_C_ID, 7)
                .set(Column.H_DATE, SmallDatabase.NOW)
                .set(Column.H_AMOUNT, 12_345)
                .set(
                    Column.H_DATA,
                    database.fresh(Keys.warehouse(1)).text(Column.W_NAME)
                        + "    "
                        + database.fresh(Keys.district(1, 4)).text(Column.D_NAME)));
    assertThat(result.customer().number(Column.C_BALANCE)).isEqualTo(-13_345);
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void badCreditGetsTheHistoryIntoItsData(Layout layout) throws IOException {
    MemoryClient client = database.load(layout);
    for (int c = 1; c <= 30; c++) {
      var input = new Inputs.Payment(1, 4, new CustomerChoice.ById(2, 5, c), 12_305);
      client.run(
          new Payment(
              input, layout, Keys.history(1, 4, SmallDatabase.NOW, 3, c), SmallDatabase.NOW));
      Row before = database.fresh(Keys.customer(2, 5, c));
      String data = SmallDatabase.row(client, Keys.customer(2, 5, c)).text(Column.C_DATA);
      String expected = c + " 5 2 4 1 123.05 " + before.text(Column.C_DATA);
      boolean isBad = before.text(Column.C_CREDIT).equals("BC");
      assertThat(data)
          .isEqualTo(
              isBad
                  ? expected.substring(0, Math.min(500, expected.length()))
                  : before.text(Column.C_DATA));
    }
  }
}
