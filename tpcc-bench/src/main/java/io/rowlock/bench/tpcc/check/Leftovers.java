package io.rowlock.bench.tpcc.check;

/** What concerns no row of a single warehouse: sums of all, and rows that name what is nowhere. */
final class Leftovers {
  private final Totals totals;
  private final LedgerClaims claims;

  Leftovers(Totals totals, LedgerClaims claims) {
    this.totals = totals;
    this.claims = claims;
  }

  void check(Findings findings) {
    boolean isSame = totals.warehouseYears().sum() == totals.customerPayments().sum();
    findings.check(Condition.E4, Findings.ALL, isSame, "all of WAREHOUSE and CUSTOMER");
    CustomerConditions customers = new CustomerConditions(Findings.ALL, findings);
    totals.customers().strays().forEach(customers::miss);
    totals
        .stock()
        .strays()
        .forEach((key, sums) -> findings.check(Condition.E2, Findings.ALL, false, key));
    claims.checkElsewhere(findings);
  }
}
