package io.rowlock;

import io.rowlock.internal.store.RowKey;
import org.jspecify.annotations.Nullable;

/**
 * The commit was under way when the answer was lost, and reading the locks could not settle in time
 * what became of it: the transaction is committed as a whole or not at all, but this client does
 * not know which. It may also still become committed within the next moments.
 *
 * <p>Never repeated by this library. Thrown out of another transaction's {@code call}, alone or as
 * a cause of what is thrown, it ends that one, too, even if what it had read is stale. A caller may
 * repeat the transaction only if applying it twice does no harm, or after reading, in a new
 * transaction, a row that the lost one would have written.
 */
public final class CommitOutcomeUnknownException extends RowlockException {

  private static final long serialVersionUID = 1L;

  CommitOutcomeUnknownException(
      TransactionLabel transaction,
      @Nullable RowKey row,
      String message,
      @Nullable Throwable cause) {
    super(transaction, row, message, cause);
  }
}
