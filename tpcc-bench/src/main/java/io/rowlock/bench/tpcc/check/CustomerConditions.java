package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Row;

/** Conditions 10, 12 and E3. */
final class CustomerConditions {
  private final int w;
  private final Findings findings;

  CustomerConditions(int w, Findings findings) {
    this.w = w;
    this.findings = findings;
  }

  void check(String key, Row customer, CustomerAccounts.Sums sums) {
    Long balance = Cells.number(customer, Column.C_BALANCE);
    Long paid = Cells.number(customer, Column.C_YTD_PAYMENT);
    boolean isBalance = balance != null && balance == sums.deliveredAmount() - sums.paid();
    findings.check(Condition.C10, w, isBalance, key);
    boolean isDelivered =
        balance != null && paid != null && balance + paid == sums.deliveredAmount();
    findings.check(Condition.C12, w, isDelivered, key);
    if (sums.deliveredLines() == 0) {
      findings.beVacuous(Condition.C10, w);
      findings.beVacuous(Condition.C12, w);
    }
    boolean isCounted =
        Cells.is(customer, Column.C_YTD_PAYMENT, sums.paid())
            && Cells.is(customer, Column.C_PAYMENT_CNT, sums.payments())
            && Cells.is(customer, Column.C_DELIVERY_CNT, sums.deliveries());
    findings.check(Condition.E3, w, isCounted, key);
  }

  /** A customer who is not there, although payments or orders may name it. */
  void miss(String key, CustomerAccounts.Sums sums) {
    if (sums.payments() > 0 || sums.deliveredLines() > 0) {
      findings.check(Condition.C10, w, false, key);
    }
    if (sums.deliveredLines() > 0) {
      findings.check(Condition.C12, w, false, key);
    }
    if (sums.payments() > 0 || sums.deliveries() > 0) {
      findings.check(Condition.E3, w, false, key);
    }
  }
}
