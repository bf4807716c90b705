package io.rowlock.internal.telemetry;

import io.opentelemetry.context.Context;
import io.rowlock.internal.store.Carrier;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Takes OpenTelemetry's context along. */
public final class ContextCarrier implements Carrier {

  @Override
  public <T> Supplier<CompletableFuture<T>> carry(Supplier<CompletableFuture<T>> work) {
    Context context = Guard.current();
    return () -> Guard.within(context, work);
  }

  @Override
  public <T> CompletableFuture<T> carry(CompletableFuture<T> future) {
    return into(Guard.current(), future);
  }

  /** What hangs on the future that is returned runs in the context. */
  static <T extends @Nullable Object> CompletableFuture<T> into(
      Context context, CompletableFuture<T> future) {
    if (future.isDone()) {
      return future;
    }
    CompletableFuture<T> carried = new CompletableFuture<>();
    var unused =
        future.whenComplete(
            (value, failure) -> Guard.runWithin(context, () -> complete(carried, value, failure)));
    return carried;
  }

  private static <T extends @Nullable Object> void complete(
      CompletableFuture<T> future, T value, @Nullable Throwable failure) {
    if (failure == null) {
      future.complete(value);
    } else {
      future.completeExceptionally(failure);
    }
  }
}
