package io.rowlock.internal.store;

import java.time.Duration;

/** Runs short, non-blocking tasks later. */
public interface Scheduler {

  /** Runs the task once, after the delay, on a thread of the scheduler's choice. */
  void schedule(Duration delay, Runnable task);
}
