package io.rowlock.internal.store;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/**
 * A mechanism that only saves time or requests. Benchmarks compare transactions with it and without
 * it, and count how often it fires in this process: a run in which it does not fire proves nothing.
 */
@SuppressWarnings("ImmutableEnumChecker") // each counts for the whole process
public enum Mechanism {
  /** Fires for each transaction that another one takes along in its commit. */
  COMBINED_COMMITS,
  /** Fires for each write that leaves in the request of another write. */
  SHARED_WRITES,
  /** Fires for each hold that a commit leaves to the next transaction of its process. */
  HAND_OVER,
  /** Fires for each request that prefetches locks from a server from which no row is read. */
  SECOND_REQUEST;

  private final LongAdder fired = new LongAdder();

  /** Returns the mechanism with this label. */
  public static Mechanism named(String label) {
    return Arrays.stream(values())
        .filter(one -> one.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No mechanism is named '" + label + "'"));
  }

  /** Returns the name for users of benchmarks. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Counts that it has fired so many times. */
  public void fires(int times) {
    fired.add(times);
  }

  /** Returns how often it has fired in this process. */
  public long fired() {
    return fired.sum();
  }
}
