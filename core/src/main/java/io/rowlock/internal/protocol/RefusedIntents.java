package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.RowLock.Prewritten;
import io.rowlock.internal.store.RowKey;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Tells a person why what a transaction has committed cannot be applied to a row, and what to do.
 *
 * <p>An intent is checked before its transaction commits; but a family can be dropped between that
 * check and the moment when the intent is applied. Readers go on seeing what was committed, laid
 * over the row. It must not be forgotten, so nobody may write the row before it is applied, and no
 * retry helps.
 */
final class RefusedIntents {

  private final LostTables tables;

  RefusedIntents(LostTables tables) {
    this.tables = tables;
  }

  /** The failure of a write that goes over a decided row, and may have to apply what it bears. */
  <T> CompletableFuture<T> refused(DecidedRow row, String attempt, @Nullable Throwable cause) {
    Prewritten unrolled = row.unrolled();
    ProtocolFailure plain = ProtocolFailure.store(row.key(), attempt + " " + row.key(), cause);
    return unrolled == null
        ? CompletableFuture.failedFuture(plain)
        : explained(row.key(), unrolled, plain);
  }

  /** The failure of the write that applies the intent of a committed transaction. */
  <T> CompletableFuture<T> refused(RowKey row, Prewritten lock, @Nullable Throwable cause) {
    String message =
        String.format(
            "Could not apply what transaction %s has committed to %s: %s",
            lock.id(), row, Explained.of(cause));
    return explained(row, lock, ProtocolFailure.store(row, message, cause));
  }

  private <T> CompletableFuture<T> explained(RowKey row, Prewritten lock, ProtocolFailure plain) {
    return tables
        .missingFamilies(row.table(), lock.intent())
        .handle((missing, failure) -> missing == null ? List.<String>of() : missing)
        .thenCompose(
            missing ->
                CompletableFuture.failedFuture(
                    missing.isEmpty() ? plain : explain(row, lock, missing, plain.getCause())));
  }

  private static ProtocolFailure explain(
      RowKey row, Prewritten lock, List<String> missing, @Nullable Throwable cause) {
    return ProtocolFailure.deadEnd(
        row,
        "Nobody can write to "
            + row
            + " before what transaction "
            + lock.id()
            + " has committed there is applied, for which the table lacks the column family '"
            + String.join("', '", missing)
            + "': create it again, and that happens by itself",
        cause);
  }
}
