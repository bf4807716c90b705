package io.rowlock.bench.tpcc.business;

import java.util.List;

/** The inputs of terminals. */
public final class Inputs {
  private Inputs() {}

  /** A line of an order. */
  public record Line(int item, int supplyWarehouse, int quantity) {}

  /**
   * New-Order. Several lines may have the same item; to roll back, the item of the last line does
   * not exist.
   */
  public record NewOrder(int w, int d, int c, List<Line> lines) {

    /** O_ALL_LOCAL. */
    public boolean isLocal() {
      return lines.stream().allMatch(line -> line.supplyWarehouse() == w);
    }
  }

  /** Payment of an amount in cents. */
  public record Payment(int w, int d, CustomerChoice customer, long amount) {

    public boolean isRemote() {
      return customer.w() != w;
    }
  }

  /** Order-Status. */
  public record OrderStatus(CustomerChoice customer) {}

  /** Delivery. */
  public record Delivery(int w, int carrier) {}

  /** Stock-Level. */
  public record StockLevel(int w, int d, int threshold) {}

  /** The choice of a customer. */
  public sealed interface CustomerChoice {
    int w();

    int d();

    /** The customer with a number. */
    record ById(int w, int d, int c) implements CustomerChoice {}

    /** The middle customer by first name of all customers with this last name. */
    record ByName(int w, int d, String last) implements CustomerChoice {}
  }
}
