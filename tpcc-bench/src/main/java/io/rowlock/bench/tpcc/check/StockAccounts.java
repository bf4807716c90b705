package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.population.Scale;

/** What the lines of orders since the load say of stock. Thread-safe. */
final class StockAccounts extends Accounts<StockAccounts.Sums> {
  private static final int QUANTITY = 0;
  private static final int LINES = 1;
  private static final int REMOTE_LINES = 2;
  private static final int FIELDS = 3;

  private final Scale scale;

  StockAccounts(Scale scale) {
    super((long) scale.warehouses() * scale.items(), FIELDS);
    this.scale = scale;
  }

  /** The sums of one item in one warehouse. */
  record Sums(long quantity, long lines, long remoteLines) {}

  @Override
  Sums sums(long[] values) {
    return new Sums(values[QUANTITY], values[LINES], values[REMOTE_LINES]);
  }

  void take(long w, long i, long quantity, boolean isRemote) {
    add(w, i, QUANTITY, quantity);
    add(w, i, LINES, 1);
    add(w, i, REMOTE_LINES, isRemote ? 1 : 0);
  }

  private void add(long w, long i, int field, long amount) {
    add(place(w, i), () -> "STOCK(%d, %d)".formatted(w, i), field, amount);
  }

  private long place(long w, long i) {
    boolean exists = isIn(w, scale.warehouses()) && isIn(i, scale.items());
    return exists ? (w - 1) * scale.items() + i - 1 : NOWHERE;
  }

  Sums of(Key stock) {
    return of(place(stock.warehouse(), stock.part(1)), stock);
  }
}
