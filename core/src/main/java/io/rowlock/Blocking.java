package io.rowlock;

import com.google.common.base.Throwables;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Waits for futures on behalf of the blocking API. */
final class Blocking {

  private Blocking() {}

  /**
   * Waits for a read or write of a transaction that is not part of a commit.
   *
   * @throws InterruptedIOException if the thread is interrupted; it stays marked as interrupted
   * @throws TransactionEndedException if the call came too late
   * @throws IOException any other failure, translated by {@link Failures#ofCall}
   */
  static <T extends @Nullable Object> T await(
      TransactionLabel transaction, CompletableFuture<T> future) throws IOException {
    try {
      return future.get();
    } catch (InterruptedException interrupted) {
      throw interrupted("Interrupted in transaction " + transaction, interrupted);
    } catch (ExecutionException failed) {
      Exception failure = Failures.ofCall(transaction, failed);
      Throwables.throwIfInstanceOf(failure, IOException.class);
      throw (TransactionEndedException) failure;
    }
  }

  /**
   * Waits for an operation that is not part of a transaction.
   *
   * @throws LockRefusedException if the protocol refuses it
   * @throws InterruptedIOException if the thread is interrupted; it stays marked as interrupted
   * @throws IOException any other failure
   */
  static <T> T awaitTool(CompletableFuture<T> future) throws IOException {
    try {
      return future.get();
    } catch (InterruptedException interrupted) {
      throw interrupted("Interrupted while waiting for HBase", interrupted);
    } catch (ExecutionException failed) {
      throw Failures.ofTool(failed);
    }
  }

  /** Returns the exception to throw for an interruption. Marks the thread as interrupted again. */
  static InterruptedIOException interrupted(String message, InterruptedException interrupted) {
    Thread.currentThread().interrupt();
    InterruptedIOException translated = new InterruptedIOException(message);
    translated.initCause(interrupted);
    return translated;
  }
}
