package io.rowlock.operations;

import io.rowlock.LockRefusedException;
import io.rowlock.internal.engine.Blocking;
import io.rowlock.internal.engine.Failures;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.RowKey;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Waits for the maintenance of locks. */
final class LockCalls {

  private LockCalls() {}

  /**
   * Waits for the answer.
   *
   * @throws LockRefusedException when the protocol refuses it
   * @throws IOException as {@link Blocking#await}
   */
  static <T> T await(CompletableFuture<T> future) throws IOException {
    return Blocking.await(
        Async.recover(future, failure -> CompletableFuture.failedFuture(translate(failure))));
  }

  private static Throwable translate(Throwable failure) {
    if (!(failure instanceof ProtocolFailure known) || known.kind() != Kind.ILLEGAL) {
      return failure;
    }
    @Nullable RowKey row = known.row();
    return new LockRefusedException(
        row == null ? null : row.table(), row == null ? null : row.row(), Failures.describe(known));
  }
}
