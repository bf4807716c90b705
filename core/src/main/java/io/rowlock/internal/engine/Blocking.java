package io.rowlock.internal.engine;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Waits for futures on behalf of the blocking API. */
public final class Blocking {

  private Blocking() {}

  /**
   * Waits for something that is no part of a transaction.
   *
   * @throws InterruptedIOException when the thread is interrupted; it stays marked as such
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

  /** What to throw in place of an interruption. Marks the thread again. */
  public static InterruptedIOException interrupted(
      String message, InterruptedException interrupted) {
    Thread.currentThread().interrupt();
    InterruptedIOException translated = new InterruptedIOException(message);
    translated.initCause(interrupted);
    return translated;
  }
}
