package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.population.Scale;

/** What payments and orders say of customers, of whatever warehouse they are. Thread-safe. */
final class CustomerAccounts extends Accounts<CustomerAccounts.Sums> {
  private static final int PAID = 0;
  private static final int PAYMENTS = 1;
  private static final int DELIVERED_AMOUNT = 2;
  private static final int DELIVERED_LINES = 3;
  private static final int DELIVERIES = 4;
  private static final int FIELDS = 5;

  private final Scale scale;

  CustomerAccounts(Scale scale) {
    super((long) scale.warehouses() * Scale.DISTRICTS * scale.customers(), FIELDS);
    this.scale = scale;
  }

  /**
   * The sums of a customer.
   *
   * @param paid cents of all payments
   * @param deliveredAmount cents of all delivered lines of the customer's orders
   * @param deliveries orders that were delivered after the load
   */
  record Sums(
      long paid, long payments, long deliveredAmount, long deliveredLines, long deliveries) {}

  @Override
  Sums sums(long[] values) {
    return new Sums(
        values[PAID],
        values[PAYMENTS],
        values[DELIVERED_AMOUNT],
        values[DELIVERED_LINES],
        values[DELIVERIES]);
  }

  void pay(long w, long d, long c, long amount) {
    add(w, d, c, PAID, amount);
    add(w, d, c, PAYMENTS, 1);
  }

  void deliverLine(long w, long d, long c, long amount) {
    add(w, d, c, DELIVERED_AMOUNT, amount);
    add(w, d, c, DELIVERED_LINES, 1);
  }

  void deliverOrder(long w, long d, long c) {
    add(w, d, c, DELIVERIES, 1);
  }

  private void add(long w, long d, long c, int field, long amount) {
    add(place(w, d, c), () -> "CUSTOMER(%d, %d, %d)".formatted(w, d, c), field, amount);
  }

  private long place(long w, long d, long c) {
    boolean exists =
        isIn(w, scale.warehouses()) && isIn(d, Scale.DISTRICTS) && isIn(c, scale.customers());
    return exists ? ((w - 1) * Scale.DISTRICTS + d - 1) * scale.customers() + c - 1 : NOWHERE;
  }

  Sums of(Key customer) {
    return of(place(customer.warehouse(), customer.district(), customer.part(2)), customer);
  }
}
