package io.rowlock.internal.store;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The read of a row that is sent only along with a request for other rows.
 *
 * @param answer the row, or nothing when it was left behind or could not be read; never a failure.
 *     May come later than the rows that were wanted
 */
public record PiggybackRead(RowRead read, CompletableFuture<Optional<StoredRow>> answer) {

  public static PiggybackRead of(RowRead read) {
    return new PiggybackRead(read, new CompletableFuture<>());
  }

  /** It was read. */
  public void found(StoredRow row) {
    answer.complete(Optional.of(row));
  }

  /** It is not read, or could not be; nothing changes when it was answered. */
  public void leave() {
    answer.complete(Optional.empty());
  }
}
