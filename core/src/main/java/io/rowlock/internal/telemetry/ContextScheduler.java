package io.rowlock.internal.telemetry;

import io.opentelemetry.context.Context;
import io.rowlock.internal.store.Scheduler;
import java.time.Duration;

/** Runs what it is given in the context that it was given in. */
public record ContextScheduler(Scheduler scheduler) implements Scheduler {

  @Override
  public void schedule(Duration delay, Runnable task) {
    Context context = Guard.current();
    scheduler.schedule(delay, () -> Guard.runWithin(context, task));
  }
}
