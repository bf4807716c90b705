package io.rowlock.internal.engine;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Waits for futures on behalf of the blocking API. */
public final class Blocking {

  private Blocking() {}

  /**
   * Waits for an operation that is not part of a transaction.
   *
   * @throws InterruptedIOException if the thread is interrupted; it stays marked as interrupted
   * @throws IOException any other failure, as {@link Failures#outsideTransactions} translates it
   */
  public static <T> T await(CompletableFuture<T> future) throws IOException {
    return await(future, "Interrupted while waiting for HBase", Failures::outsideTransactions);
  }

  /**
   * Waits for an operation.
   *
   * @param ifInterrupted the message of the exception then; the thread stays marked as interrupted
   * @param translation gets any other failure, as futures wrap it
   */
  public static <T, X extends IOException> T await(
      CompletableFuture<T> future, String ifInterrupted, Function<Throwable, X> translation)
      throws X, InterruptedIOException {
    try {
      return get(future);
    } catch (InterruptedException interrupted) {
      throw interrupted(ifInterrupted, interrupted);
    } catch (ExecutionException failed) {
      throw translation.apply(failed);
    }
  }

  /**
   * Waits like {@link CompletableFuture#get()}, and runs nothing else meanwhile. That method lets a
   * thread of a {@link ForkJoinPool} run other tasks of the pool while it waits ({@code
   * ForkJoinPool.helpAsyncBlocker}): they would take the transaction of this thread for their own.
   */
  public static <T extends @Nullable Object> T get(CompletableFuture<T> future)
      throws InterruptedException, ExecutionException {
    if (Thread.currentThread() instanceof ForkJoinWorkerThread && !future.isDone()) {
      CountDownLatch done = new CountDownLatch(1);
      var unused = future.whenComplete((result, failure) -> done.countDown());
      ForkJoinPool.managedBlock(new Blocker(done));
    }
    return future.get();
  }

  /** Lets the pool start another thread meanwhile. */
  private record Blocker(CountDownLatch done) implements ForkJoinPool.ManagedBlocker {

    @Override
    public boolean block() throws InterruptedException {
      done.await();
      return true;
    }

    @Override
    public boolean isReleasable() {
      return done.getCount() == 0;
    }
  }

  /** Returns the exception to throw for an interruption. Marks the thread as interrupted again. */
  public static InterruptedIOException interrupted(
      String message, InterruptedException interrupted) {
    Thread.currentThread().interrupt();
    InterruptedIOException translated = new InterruptedIOException(message);
    translated.initCause(interrupted);
    return translated;
  }
}
