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
   * Waits for a read or write of a transaction that no commit is part of.
   *
   * @throws InterruptedIOException when the thread is interrupted, which it stays marked as
   * @throws TransactionEndedException the call came too late
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
   * Waits for something that is no part of a transaction.
   *
   * @throws LockRefusedException when the protocol refuses it
   * @throws InterruptedIOException when the thread is interrupted, which it stays marked as
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

  /** What to throw in place of an interruption. Marks the thread again. */
  static InterruptedIOException interrupted(String message, InterruptedException interrupted) {
    Thread.currentThread().interrupt();
    InterruptedIOException translated = new InterruptedIOException(message);
    translated.initCause(interrupted);
    return translated;
  }
}
