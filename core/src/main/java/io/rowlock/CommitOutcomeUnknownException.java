package io.rowlock;

import io.rowlock.internal.store.RowKey;
import org.jspecify.annotations.Nullable;

/**
 * The commit was under way when its answer was lost, and the locks did not show its outcome in
 * time: the transaction is committed as a whole or not at all, but this client does not know which.
 * It may also become committed a few moments later.
 *
 * <p>The library never repeats such a transaction. If this exception leaves the work of another
 * transaction's {@code call}, alone or as a cause, that transaction ends with it, too, even if what
 * it had read is stale. A caller may repeat the transaction only if applying it twice does no harm,
 * as {@link io.rowlock.once.OnceTable} achieves it. Reading a row that the lost transaction would
 * have written is not enough: its absence is no answer, because the commit may still be on its way.
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
