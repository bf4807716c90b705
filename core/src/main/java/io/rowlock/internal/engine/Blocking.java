package io.rowlock.internal.engine;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

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
    try {
      return future.get();
    } catch (InterruptedException interrupted) {
      throw interrupted("Interrupted while waiting for HBase", interrupted);
    } catch (ExecutionException failed) {
      throw Failures.outsideTransactions(failed);
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
