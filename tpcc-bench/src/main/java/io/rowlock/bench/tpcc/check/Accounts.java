package io.rowlock.bench.tpcc.check;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Supplier;

/**
 * Sums for each of many things. Those that exist have places; others, whom rows name nevertheless,
 * have names only. Thread-safe.
 */
final class Accounts {
  /** The place of what does not exist. */
  static final long NOWHERE = -1;

  private final int fields;
  private final AtomicLongArray placed;
  private final Map<String, AtomicLongArray> strays = new ConcurrentHashMap<>();

  Accounts(long places, int fields) {
    this.fields = fields;
    this.placed = new AtomicLongArray(Math.toIntExact(places * fields));
  }

  void add(long place, Supplier<String> name, int field, long amount) {
    if (place == NOWHERE) {
      strays
          .computeIfAbsent(name.get(), any -> new AtomicLongArray(fields))
          .addAndGet(field, amount);
    } else {
      placed.addAndGet((int) place * fields + field, amount);
    }
  }

  long[] of(long place, Supplier<String> name) {
    if (place == NOWHERE) {
      return copy(strays.getOrDefault(name.get(), new AtomicLongArray(fields)), 0);
    }
    return copy(placed, (int) place * fields);
  }

  private long[] copy(AtomicLongArray sums, int begin) {
    long[] copy = new long[fields];
    for (int field = 0; field < fields; field++) {
      copy[field] = sums.get(begin + field);
    }
    return copy;
  }

  /** By name. */
  Map<String, long[]> strays() {
    Map<String, long[]> sorted = new TreeMap<>();
    strays.forEach((name, sums) -> sorted.put(name, copy(sums, 0)));
    return sorted;
  }
}
