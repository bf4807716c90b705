package io.rowlock.bench.tpcc.business;

/** The five business transactions, and their times in seconds (clauses 5.2.5.3 and 5.2.5.7). */
public enum Kind {
  NEW_ORDER("New-Order", "no", 18, 12, 5),
  PAYMENT("Payment", "p", 3, 12, 5),
  ORDER_STATUS("Order-Status", "os", 2, 10, 5),
  /** The terminal waits for the queueing only. */
  DELIVERY("Delivery", "d", 2, 5, 5),
  STOCK_LEVEL("Stock-Level", "sl", 2, 5, 20);

  private final String title;
  private final String abbreviation;
  private final int keyingSeconds;
  private final int meanThinkSeconds;
  private final int limitSeconds;

  Kind(
      String title,
      String abbreviation,
      int keyingSeconds,
      int meanThinkSeconds,
      int limitSeconds) {
    this.title = title;
    this.abbreviation = abbreviation;
    this.keyingSeconds = keyingSeconds;
    this.meanThinkSeconds = meanThinkSeconds;
    this.limitSeconds = limitSeconds;
  }

  public String title() {
    return title;
  }

  public String abbreviation() {
    return abbreviation;
  }

  /** Constant. */
  public int keyingSeconds() {
    return keyingSeconds;
  }

  /** The mean of a negative exponential distribution, cut off at ten times the mean. */
  public int meanThinkSeconds() {
    return meanThinkSeconds;
  }

  /** The limit of the 90th percentile. */
  public int limitSeconds() {
    return limitSeconds;
  }
}
