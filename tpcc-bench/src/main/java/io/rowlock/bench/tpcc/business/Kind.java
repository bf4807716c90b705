package io.rowlock.bench.tpcc.business;

/** The five business transactions, and their limits in seconds (clause 5.2.5.3). */
public enum Kind {
  NEW_ORDER("New-Order", 5),
  PAYMENT("Payment", 5),
  ORDER_STATUS("Order-Status", 5),
  /** The terminal waits for the queueing only. */
  DELIVERY("Delivery", 5),
  STOCK_LEVEL("Stock-Level", 20);

  private final String title;
  private final int limitSeconds;

  Kind(String title, int limitSeconds) {
    this.title = title;
    this.limitSeconds = limitSeconds;
  }

  public String title() {
    return title;
  }

  /** The limit of the 90th percentile. */
  public int limitSeconds() {
    return limitSeconds;
  }
}
