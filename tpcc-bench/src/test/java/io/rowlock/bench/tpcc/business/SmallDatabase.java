package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.access.MemoryClient;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.Population;
import io.rowlock.bench.tpcc.population.Scale;

/** Two warehouses with few items and customers. */
final class SmallDatabase {
  static final Scale SCALE = new Scale(2, 200, 30);
  static final long NOW = 1_800_000_000_000L;

  private final Population population = new Population(Origin.of(SCALE, 3, 1_700_000_000_000L));

  MemoryClient load(Layout layout) {
    return new MemoryClient(population, layout);
  }

  /** As it is loaded. */
  Row fresh(Key key) {
    return population.row(key).orElseThrow();
  }

  /** As it is now. */
  static Row row(MemoryClient client, Key key) {
    return client.row(key).orElseThrow();
  }
}
