package io.rowlock.internal.hbase;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** What {@code CompletableFuture} lacks. */
final class Futures {

  private Futures() {}

  /**
   * The future that the call returns; one that failed, when the call itself threw, be it an error.
   */
  static <T> CompletableFuture<T> attempt(Supplier<CompletableFuture<T>> call) {
    try {
      return call.get();
    } catch (Throwable thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }

  /** What really went wrong, without the wrapping that futures add. */
  static Throwable unwrapped(Throwable fault) {
    Throwable cause = fault.getCause();
    boolean isWrapping =
        fault instanceof CompletionException || fault instanceof ExecutionException;
    return isWrapping && cause != null ? unwrapped(cause) : fault;
  }
}
