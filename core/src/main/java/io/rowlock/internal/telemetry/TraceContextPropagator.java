package io.rowlock.internal.telemetry;

import io.opentelemetry.context.Context;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ContextPropagator;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Propagates OpenTelemetry's context. */
public final class TraceContextPropagator implements ContextPropagator {

  @Override
  public <T> Supplier<CompletableFuture<T>> propagate(Supplier<CompletableFuture<T>> work) {
    Context context = Guard.current();
    return () -> Guard.within(context, work);
  }

  @Override
  public <T> CompletableFuture<T> propagate(CompletableFuture<T> future) {
    return into(Guard.current(), future);
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
                Guard.runWithin(context, () -> Async.complete(propagated, value, failure)));
    return propagated;
  }
}
