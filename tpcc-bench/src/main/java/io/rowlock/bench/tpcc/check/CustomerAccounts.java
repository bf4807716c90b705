package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.population.Scale;
import java.util.Map;
import java.util.TreeMap;

/** What payments and orders say of customers, of whatever warehouse they are. Thread-safe. */
final class CustomerAccounts {
  private static final int PAID = 0;
  private static final int PAYMENTS = 1;
  private static final int DELIVERED_AMOUNT = 2;
  private static final int DELIVERED_LINES = 3;
  private static final int DELIVERIES = 4;
  private static final int FIELDS = 5;

  private final Scale scale;
  private final Accounts accounts;

  CustomerAccounts(Scale scale) {
    this.scale = scale;
    long customers = (long) scale.warehouses() * Scale.DISTRICTS * scale.customers();
    this.accounts = new Accounts(customers, FIELDS);
  }

  /**
   * The sums of a customer.
   *
   * @param paid cents of all payments
   * @param deliveredAmount cents of all delivered lines of the customer's orders
   * @param deliveries orders that were delivered after the load
   */
  record Sums(
      long paid, long payments, long deliveredAmount, long deliveredLines, long deliveries) {

    private static Sums of(long[] sums) {
      return new Sums(
          sums[PAID],
          sums[PAYMENTS],
          sums[DELIVERED_AMOUNT],
          sums[DELIVERED_LINES],
          sums[DELIVERIES]);
    }
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
    accounts.add(place(w, d, c), () -> "CUSTOMER(%d, %d, %d)".formatted(w, d, c), field, amount);
  }

  private long place(long w, long d, long c) {
    boolean exists =
        isIn(w, scale.warehouses()) && isIn(d, Scale.DISTRICTS) && isIn(c, scale.customers());
    return exists
        ? ((w - 1) * Scale.DISTRICTS + d - 1) * scale.customers() + c - 1
        : Accounts.NOWHERE;
  }

  private static boolean isIn(long number, int highest) {
    return number >= 1 && number <= highest;
  }

  Sums of(Key customer) {
    long place = place(customer.warehouse(), customer.district(), customer.part(2));
    return Sums.of(accounts.of(place, customer::toString));
  }

  /** Of customers outside of the scale, by the names of their keys. */
  Map<String, Sums> strays() {
    Map<String, Sums> strays = new TreeMap<>();
    accounts.strays().forEach((name, sums) -> strays.put(name, Sums.of(sums)));
    return strays;
  }
}
