package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockReads;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.WriteOutcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Explains to a person why the committed writes of a transaction cannot be applied to a row, and
 * what to do.
 *
 * <p>An intent is checked before its transaction commits; but a family can be dropped between that
 * check and the moment when the intent is applied. Readers still see the committed writes, laid
 * over the row. They must not be lost, so no transaction may write the row before they are applied,
 * and no retry helps.
 */
public record RefusedIntents(LostTables tables) {

  /**
   * Returns the failure of a write over a decided row whose committed intent it may have to apply.
   */
  public <T> CompletableFuture<T> refused(
      DecidedRow row, String attempt, @Nullable Throwable cause) {
    Prewritten unrolled = row.unrolled();
    ProtocolFailure plain = ProtocolFailure.refused(row.key(), attempt, cause);
    return unrolled == null
        ? CompletableFuture.failedFuture(plain)
        : explained(row.key(), unrolled, plain);
  }

  /**
   * Returns the outcome of the write that applies the intent of a committed transaction; fails if
   * it was refused. A row that has changed nevertheless must be read again, as after "not equal":
   * another coprocessor may have thrown the refusal after the write was applied.
   */
  public CompletableFuture<WriteOutcome> unlessRefused(LockedRow row, WriteOutcome outcome) {
    if (outcome.kind() != WriteOutcome.Kind.REJECTED) {
      return CompletableFuture.completedFuture(outcome);
    }
    return Async.guarded(() -> LockReads.undecoded(tables.store(), row.key()))
        .handle((now, failure) -> now == null || row.hasLock(now.lock()))
        .thenCompose(
            same ->
                same
                    ? refused(row.key(), (Prewritten) row.lock(), outcome.cause())
                    : CompletableFuture.completedFuture(WriteOutcome.NOT_EQUAL));
  }

  private <T> CompletableFuture<T> refused(RowKey row, Prewritten lock, @Nullable Throwable cause) {
    String message =
        String.format(
            "Could not apply the committed write of transaction %s to %s: %s",
            lock.id(), row, FailureMessages.of(cause));
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
    String message =
        "No transaction can write to %s before the committed write of transaction %s is applied to"
            + " it, for which the table lacks the column family '%s': create it again, then the"
            + " write is applied without further action";
    String families = String.join("', '", missing);
    return ProtocolFailure.deadEnd(row, message.formatted(row, lock.id(), families), cause);
  }
}
