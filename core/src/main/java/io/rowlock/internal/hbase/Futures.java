package io.rowlock.internal.hbase;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** Helpers for {@code CompletableFuture}. */
final class Futures {

  private Futures() {}

  /**
   * Returns the future of the call, or a failed one if the call itself throws an exception or
   * error.
   */
  static <T> CompletableFuture<T> attempt(Supplier<CompletableFuture<T>> call) {
    try {
      return call.get();
    } catch (Throwable thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }

  /** Returns the original failure, without the wrapping by futures. */
  static Throwable unwrapped(Throwable fault) {
    Throwable cause = fault.getCause();
    boolean isWrapping =
        fault instanceof CompletionException || fault instanceof ExecutionException;
    return isWrapping && cause != null ? unwrapped(cause) : fault;
  }
}
