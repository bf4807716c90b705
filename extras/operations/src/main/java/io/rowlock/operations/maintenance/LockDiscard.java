package io.rowlock.operations.maintenance;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.recovery.FailureMessages;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * Replaces a lock that no reader can ever settle, at the price of the loss in {@link
 * Diagnosis#loss}. The write is conditional on exactly the bytes that a person has seen and given
 * up. The price also depends on tables and families and may have risen since, so it is determined
 * again.
 */
record LockDiscard(RowStore store, LockExaminer examiner, DiscardRules replacements) {

  /**
   * Discards the lock that was seen.
   *
   * @param isConfirmed whether the person agrees with the present diagnosis
   * @return fails with {@code ILLEGAL} if nothing was done, for the reason in the message, and with
   *     {@code STORE} if the answer to the write was lost
   */
  CompletableFuture<Diagnosis> discard(
      RowKey key, StoredLock seen, Predicate<Diagnosis> isConfirmed) {
    return read(key)
        .thenCompose(
            row ->
                examiner
                    .examine(row)
                    .thenCompose(found -> discard(row, seen, found, isConfirmed.test(found))));
  }

  private CompletableFuture<Diagnosis> discard(
      StoredRow row, StoredLock seen, Diagnosis found, boolean isConfirmed) {
    if (!Objects.equals(seen, row.lock())) {
      throw ProtocolFailure.illegal(
          row.key(), "The lock of " + row.key() + " has changed since it was seen: look again");
    }
    if (!found.isDiscardable()) {
      throw ProtocolFailure.illegal(
          row.key(), "The lock of " + row.key() + " is not discarded: " + found.explanation());
    }
    if (!isConfirmed) {
      throw ProtocolFailure.illegal(
          row.key(),
          "The lock of %s is not discarded: its diagnosis has changed since it was confirmed: %s"
              .formatted(row.key(), found.advice()));
    }
    return replacements
        .of(row, seen, found)
        .thenCompose(store::write)
        .thenCompose(outcome -> settle(row.key(), outcome))
        .thenApply(done -> found);
  }

  private CompletableFuture<Void> settle(RowKey key, WriteOutcome outcome) {
    return switch (outcome.kind()) {
      case APPLIED -> CompletableFuture.completedFuture(null);
      case NOT_EQUAL ->
          throw ProtocolFailure.illegal(
              key, "The lock of " + key + " has changed since it was seen: look again");
      case REJECTED, NOT_COLOCATED, MAYBE_APPLIED ->
          throw ProtocolFailure.store(
              key,
              "Could not discard the lock of %s: %s; look again"
                  .formatted(key, FailureMessages.of(outcome.cause())),
              outcome.cause());
    };
  }

  private CompletableFuture<StoredRow> read(RowKey key) {
    return store
        .read(List.of(new RowRead(key, ColumnSelection.ALL)))
        .thenApply(rows -> rows.get(0));
  }
}
