package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.population.Scale;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The last order of each district that this process has delivered, or 0. Where the next Delivery
 * looks first, so that it need not pass the tombstones of all orders before; nothing is believed
 * that is not read again. Thread-safe.
 */
public final class DeliveryHints {
  private final AtomicLongArray last;

  public DeliveryHints(int warehouses) {
    last = new AtomicLongArray(warehouses * Scale.DISTRICTS);
  }

  long of(int w, int d) {
    return last.get(index(w, d));
  }

  void delivered(int w, int d, long o) {
    last.set(index(w, d), o);
  }

  private static int index(int w, int d) {
    return (w - 1) * Scale.DISTRICTS + d - 1;
  }
}
