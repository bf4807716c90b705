package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.population.Scale;
import java.util.Map;
import java.util.TreeMap;

/** What the lines of orders since the load say of stock. Thread-safe. */
final class StockAccounts {
  private static final int QUANTITY = 0;
  private static final int LINES = 1;
  private static final int REMOTE_LINES = 2;
  private static final int FIELDS = 3;

  private final Scale scale;
  private final Accounts accounts;

  StockAccounts(Scale scale) {
    this.scale = scale;
    this.accounts = new Accounts((long) scale.warehouses() * scale.items(), FIELDS);
  }

  /** The sums of one item in one warehouse. */
  record Sums(long quantity, long lines, long remoteLines) {

    private static Sums of(long[] sums) {
      return new Sums(sums[QUANTITY], sums[LINES], sums[REMOTE_LINES]);
    }
  }

  void take(long w, long i, long quantity, boolean isRemote) {
    add(w, i, QUANTITY, quantity);
    add(w, i, LINES, 1);
    add(w, i, REMOTE_LINES, isRemote ? 1 : 0);
  }

  private void add(long w, long i, int field, long amount) {
    accounts.add(place(w, i), () -> "STOCK(%d, %d)".formatted(w, i), field, amount);
  }

  private long place(long w, long i) {
    boolean exists = w >= 1 && w <= scale.warehouses() && i >= 1 && i <= scale.items();
    return exists ? (w - 1) * scale.items() + i - 1 : Accounts.NOWHERE;
  }

  Sums of(Key stock) {
    return Sums.of(accounts.of(place(stock.warehouse(), stock.part(1)), stock::toString));
  }

  /** Of what is no stock of the database, by the names of the keys. */
  Map<String, Sums> strays() {
    Map<String, Sums> strays = new TreeMap<>();
    accounts.strays().forEach((name, sums) -> strays.put(name, Sums.of(sums)));
    return strays;
  }
}
