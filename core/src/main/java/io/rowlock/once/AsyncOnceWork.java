package io.rowlock.once;

import io.rowlock.Transaction;
import java.util.concurrent.CompletableFuture;

/** The asynchronous twin of {@link OnceWork}. */
@FunctionalInterface
public interface AsyncOnceWork {

  /**
   * Works in the transaction.
   *
   * @return completes with a small result, which is kept for later calls with the same id
   */
  CompletableFuture<byte[]> execute(Transaction transaction);
}
