package io.rowlock.internal.telemetry;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.internal.store.Environment;
import java.util.function.Supplier;

/** Propagates OpenTelemetry's context. */
public final class TraceContextPropagator implements ContextPropagator {

  /** Returns an environment that runs each task in the context in which it was scheduled. */
  public static Environment carrying(Environment bare) {
    return new Environment(
        bare.clock(),
        (delay, task) -> bare.scheduler().schedule(delay, carried(task)),
        bare.random(),
        new TraceContextPropagator());
  }

  /** Returns a task that runs in the context of the calling thread. */
  @SuppressWarnings("try") // the context is there to be left
  static Runnable carried(Runnable task) {
    Context context = current();
    return () -> {
      try (Entered entered = enter(context)) {
        task.run();
      }
    };
  }

  /** Returns the context of the calling thread. */
  static Context current() {
    return Guard.get(Context::current, Context.root());
  }

  /** Makes the context that of the calling thread, until it is closed. */
  static Entered enter(Context context) {
    Scope scope = Guard.get(context::makeCurrent, Scope.noop());
    return () -> Guard.run(scope::close);
  }

  @Override
  public Supplier<Entered> capture() {
    Context context = current();
    return () -> enter(context);
  }
}
