package io.rowlock.internal.store;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A read of a row that is sent only beside a read of other rows. No caller waits for it.
 *
 * @param answer the row, or empty if it was not read; never a failure. It may complete later than
 *     the requested rows
 */
public record PiggybackRead(RowRead read, CompletableFuture<Optional<StoredRow>> answer) {

  public static PiggybackRead of(RowRead read) {
    return new PiggybackRead(read, new CompletableFuture<>());
  }

  /** Completes the answer with the row. */
  public void found(StoredRow row) {
    answer.complete(Optional.of(row));
  }

  /** Completes the answer without a row, unless it is complete. */
  public void leave() {
    answer.complete(Optional.empty());
  }
}
