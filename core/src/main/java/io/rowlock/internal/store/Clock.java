package io.rowlock.internal.store;

/** The two clocks that the protocol uses. Safety depends on neither. */
public interface Clock {

  /** Returns the wall clock in milliseconds since the epoch; it may jump. */
  long currentMillis();

  /** Returns a clock of this process that never runs backwards, in nanoseconds. */
  long monotonicNanos();
}
