package io.rowlock;

import com.google.common.base.Throwables;
import io.rowlock.internal.engine.Blocking;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Waits for calls of transactions. */
final class BlockingCalls {

  private BlockingCalls() {}

  /**
   * Waits for a read or write of a transaction that is not part of a commit.
   *
   * @throws InterruptedIOException if the thread is interrupted; it stays marked as interrupted
   * @throws TransactionEndedException if the call came too late
   * @throws IOException any other failure, translated by {@link TransactionFailures#ofCall}
   */
  static <T extends @Nullable Object> T await(
      TransactionLabel transaction, CompletableFuture<T> future) throws IOException {
    try {
      return Blocking.get(future);
    } catch (InterruptedException interrupted) {
      throw Blocking.interrupted("Interrupted in transaction " + transaction, interrupted);
    } catch (ExecutionException failed) {
      Exception failure = TransactionFailures.ofCall(transaction, failed);
      Throwables.throwIfInstanceOf(failure, IOException.class);
      throw (TransactionEndedException) failure;
    }
  }
}
