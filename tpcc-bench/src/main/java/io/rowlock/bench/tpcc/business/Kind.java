package io.rowlock.bench.tpcc.business;

/** The five business transactions, and their limits in seconds (clause 5.2.5.3). */
public enum Kind {
  NEW_ORDER("New-Order", "no", 5),
  PAYMENT("Payment", "p", 5),
  ORDER_STATUS("Order-Status", "os", 5),
  /** The terminal waits for the queueing only. */
  DELIVERY("Delivery", "d", 5),
  STOCK_LEVEL("Stock-Level", "sl", 20);

  private final String title;
  private final String abbreviation;
  private final int limitSeconds;

  Kind(String title, String abbreviation, int limitSeconds) {
    this.title = title;
    this.abbreviation = abbreviation;
    this.limitSeconds = limitSeconds;
  }

  public String title() {
    return title;
  }

  public String abbreviation() {
    return abbreviation;
  }

  /** The limit of the 90th percentile. */
  public int limitSeconds() {
    return limitSeconds;
  }
}
