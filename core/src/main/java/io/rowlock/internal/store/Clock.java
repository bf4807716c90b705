package io.rowlock.internal.store;

/** Time, handed in. Safety depends on neither of its readings. */
public interface Clock {

  /** The wall clock, milliseconds since the epoch; may jump. */
  long currentMillis();

  /** A clock of this process that never runs backwards, in nanoseconds. */
  long monotonicNanos();
}
