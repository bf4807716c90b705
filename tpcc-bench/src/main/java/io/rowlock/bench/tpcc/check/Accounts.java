package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.Key;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Sums for each of many things. Those that exist have places; others, whom rows name nevertheless,
 * have names only. Thread-safe.
 *
 * @param <S> the sums of one thing
 */
abstract class Accounts<S> {
  /** The place of what does not exist. */
  static final long NOWHERE = -1;

  private final int fields;
  private final AtomicLongArray placed;
  private final Map<String, AtomicLongArray> strays = new ConcurrentHashMap<>();

  Accounts(long places, int fields) {
    this.fields = fields;
    this.placed = new AtomicLongArray(Math.toIntExact(places * fields));
  }

  /** From the values of all fields. */
  abstract S sums(long[] values);

  void add(long place, Supplier<String> name, int field, long amount) {
    if (place == NOWHERE) {
      strays
          .computeIfAbsent(name.get(), any -> new AtomicLongArray(fields))
          .addAndGet(field, amount);
    } else {
      placed.addAndGet((int) place * fields + field, amount);
    }
  }

  S of(long place, Key key) {
    return place == NOWHERE
        ? copy(strays.getOrDefault(key.toString(), new AtomicLongArray(fields)), 0)
        : copy(placed, (int) place * fields);
  }

  private S copy(AtomicLongArray all, int begin) {
    return sums(LongStream.range(begin, begin + fields).map(i -> all.get((int) i)).toArray());
  }

  /** Of what does not exist, by the names of the keys. */
  Map<String, S> strays() {
    Map<String, S> sorted = new TreeMap<>();
    strays.forEach((name, sums) -> sorted.put(name, copy(sums, 0)));
    return sorted;
  }

  static boolean isIn(long number, int highest) {
    return number >= 1 && number <= highest;
  }
}
