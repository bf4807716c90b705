package io.rowlock;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The work of an asynchronous transaction. It may be called more than once: every conflict starts
 * it again with a fresh {@link Transaction}.
 *
 * @param <T> the result
 */
@FunctionalInterface
public interface AsyncTransactionWork<T extends @Nullable Object> {

  /**
   * Starts to read and write through {@code transaction}, on the {@linkplain
   * RowlockOptions#executor() executor} and never on a thread of HBase.
   *
   * @return completes when everything has been read and written: the transaction is then committed,
   *     or rolled back if the future, or this method itself, failed
   */
  CompletableFuture<T> execute(Transaction transaction) throws Exception;
}
