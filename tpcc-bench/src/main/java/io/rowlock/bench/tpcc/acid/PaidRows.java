package io.rowlock.bench.tpcc.acid;

import io.rowlock.bench.tpcc.access.Answer;
import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.access.Work;
import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Keys;
import io.rowlock.bench.tpcc.layout.Row;
import java.util.Optional;

/** The rows that a Payment changes, and those it is told by, read at once. */
record PaidRows(
    Key customerKey,
    Key historyKey,
    Row warehouse,
    Row district,
    Row customer,
    Optional<Row> history) {

  static Work<PaidRows> look(int d, int w, int c, Key history) {
    return look(Keys.customer(w, d, c), history);
  }

  private static Work<PaidRows> look(Key customerKey, Key historyKey) {
    return access -> {
      Reads reads = access.reads();
      Answer warehouse = reads.get(Keys.warehouseYtd(historyKey.warehouse()));
      Answer district = reads.get(Keys.districtYtd(historyKey.warehouse(), historyKey.district()));
      Answer customer = reads.get(customerKey);
      Answer history = reads.get(historyKey);
      reads.run();
      return new PaidRows(
          customerKey, historyKey, warehouse.row(), district.row(), customer.row(), history.find());
    };
  }

  Work<PaidRows> again() {
    return look(customerKey, historyKey);
  }

  void requireSame(PaidRows before) {
    Violation.unless(equals(before), "%s", differences(before));
  }

  void requirePaid(PaidRows before, long amount) {
    boolean isPaid =
        added(before, Column.W_YTD) == amount
            && added(before, Column.D_YTD) == amount
            && added(before, Column.C_BALANCE) == -amount
            && added(before, Column.C_YTD_PAYMENT) == amount
            && added(before, Column.C_PAYMENT_CNT) == 1
            && history.filter(row -> row.number(Column.H_AMOUNT) == amount).isPresent();
    Violation.unless(isPaid, "by a payment of %d: %s", amount, differences(before));
  }

  private long added(PaidRows before, Column column) {
    return rowOf(column).number(column) - before.rowOf(column).number(column);
  }

  private Row rowOf(Column column) {
    return switch (column.relation()) {
      case WAREHOUSE_YTD -> warehouse;
      case DISTRICT_YTD -> district;
      default -> customer;
    };
  }

  private String differences(PaidRows before) {
    return "W_YTD changed by %d, D_YTD by %d, C_BALANCE by %d, C_YTD_PAYMENT by %d, C_PAYMENT_CNT by %d; %s in HISTORY"
        .formatted(
            added(before, Column.W_YTD),
            added(before, Column.D_YTD),
            added(before, Column.C_BALANCE),
            added(before, Column.C_YTD_PAYMENT),
            added(before, Column.C_PAYMENT_CNT),
            history.isPresent() ? "there" : "not there");
  }
}
