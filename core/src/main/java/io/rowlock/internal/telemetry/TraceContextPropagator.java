package io.rowlock.internal.telemetry;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.internal.store.Environment;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
  static Runnable carried(Runnable task) {
    Context context = current();
    return () -> runWithin(context, task);
  }

  /** Returns the context of the calling thread. */
  static Context current() {
    return Guard.get(Context::current, Context.root());
  }

  /** Makes the context that of the calling thread, until the scope is closed. */
  static Scope enter(Context context) {
    Scope scope = Guard.get(context::makeCurrent, Scope.noop());
    return () -> Guard.run(scope::close);
  }

  /** Runs code in a context, and throws what it throws. */
  @SuppressWarnings("try") // the scope is there to be closed
  private static void runWithin(Context context, Runnable work) {
    try (Scope scope = enter(context)) {
      work.run();
    }
  }

  @Override
  @SuppressWarnings("try")
  public <T> Supplier<CompletableFuture<T>> propagate(Supplier<CompletableFuture<T>> work) {
    Context context = current();
    return () -> {
      try (Scope scope = enter(context)) {
        return work.get();
      }
    };
  }

  @Override
  public <T> CompletableFuture<T> propagate(CompletableFuture<T> future) {
    return into(current(), future);
  }

  /** Returns a future whose dependents run in the context. */
  static <T extends @Nullable Object> CompletableFuture<T> into(
      Context context, CompletableFuture<T> future) {
    if (future.isDone()) {
      return future;
    }
    CompletableFuture<T> propagated = new CompletableFuture<>();
    var unused =
        future.whenComplete(
            (value, failure) ->
                runWithin(context, () -> Async.complete(propagated, value, failure)));
    return propagated;
  }
}
