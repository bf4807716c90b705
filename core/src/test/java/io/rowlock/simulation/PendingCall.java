package io.rowlock.simulation;

import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * A request on its way, in the hands of an {@link Interceptor}: it decides when and how often the
 * request takes effect, and when and with what the caller is answered. The two need not agree.
 *
 * <p>The caller hears the first answer only.
 */
public final class PendingCall<Q, A> {

  private final Q request;
  private final Function<Q, A> server;
  private final Executor executor;
  private final CompletableFuture<A> promise = new CompletableFuture<>();

  PendingCall(Q request, Function<Q, A> server, Executor executor) {
    this.request = request;
    this.server = server;
    this.executor = executor;
  }

  public Q request() {
    return request;
  }

  /** The request reaches its server, now; once more if it did before. Nobody is told. */
  public A execute() {
    return server.apply(request);
  }

  /** The caller gets this answer. */
  public void answer(A answer) {
    executor.execute(() -> promise.complete(answer));
  }

  /** The caller gets this failure. */
  public void fail(Throwable failure) {
    executor.execute(() -> promise.completeExceptionally(failure));
  }

  /** All goes well: the request takes effect, and the caller hears of it. */
  public void deliver() {
    try {
      answer(execute());
    } catch (UncheckedIOException refused) {
      fail(refused.getCause());
    } catch (RuntimeException misuse) {
      fail(misuse);
    }
  }

  CompletableFuture<A> promise() {
    return promise;
  }
}
