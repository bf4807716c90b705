package io.rowlock.bench.tpcc.business;

/** How stock is taken and filled up (clause 2.4.2.2). */
public final class StockRule {
  private static final int LEAST_LEFT = 10;
  private static final int FILLED_UP = 91;

  private StockRule() {}

  /** S_QUANTITY after an order. */
  public static int after(int quantity, int ordered) {
    return quantity >= ordered + LEAST_LEFT ? quantity - ordered : quantity - ordered + FILLED_UP;
  }
}
