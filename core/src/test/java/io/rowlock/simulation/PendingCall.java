package io.rowlock.simulation;

import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A request under way, which an {@link Interceptor} controls: it decides when and how often the
 * request takes effect, and when the caller gets which answer. The two need not agree.
 *
 * <p>The caller gets the first answer only.
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

  /** Makes the request take effect now; once more if it did before. The caller gets no answer. */
  public A execute() {
    return server.apply(request);
  }

  /** Gives the caller this answer. */
  public void answer(A answer) {
    executor.execute(() -> promise.complete(answer));
  }

  /** Gives the caller this failure. */
  public void fail(Throwable failure) {
    executor.execute(() -> promise.completeExceptionally(failure));
  }

  /** Makes the request take effect, and gives the caller its answer. */
  public void deliver() {
    deliver(answer -> {});
  }

  /** Delivers the request, and shows the answer to an observer before the caller gets it. */
  public void deliver(Consumer<A> observer) {
    try {
      A answer = execute();
      observer.accept(answer);
      answer(answer);
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
