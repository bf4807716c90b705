package io.rowlock.internal.telemetry;

import io.opentelemetry.context.Context;
import io.rowlock.internal.store.Scheduler;
import java.time.Duration;

/** Runs each task in the context in which it was scheduled. */
public record ContextScheduler(Scheduler scheduler) implements Scheduler {

  @Override
  public void schedule(Duration delay, Runnable task) {
    Context context = Guard.current();
    scheduler.schedule(delay, () -> Guard.runWithin(context, task));
  }
}
