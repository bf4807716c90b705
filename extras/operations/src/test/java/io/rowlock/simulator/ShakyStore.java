package io.rowlock.simulator;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.ForwardingRowStore;
import io.rowlock.internal.store.PiggybackRead;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.internal.store.WriteOutcome;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.jspecify.annotations.Nullable;

/**
 * A store that sometimes fails, in the ways that are explained to users: tables that are disabled
 * or reported missing, missing permissions, failures without a message, a client that is being
 * closed.
 */
final class ShakyStore extends ForwardingRowStore {

  private final SplittableRandom dice;
  private boolean isShaky;

  ShakyStore(RowStore store, SplittableRandom dice) {
    super(store);
    this.dice = dice;
  }

  void setShaky(boolean now) {
    isShaky = now;
  }

  @Override
  public CompletableFuture<TableFacts> describe(TableName table) {
    return isShaky && dice.nextInt(10) == 0
        ? CompletableFuture.failedFuture(new IOException())
        : super.describe(table);
  }

  @Override
  public CompletableFuture<List<StoredRow>> read(List<RowRead> reads, List<PiggybackRead> sides) {
    sides.forEach(PiggybackRead::leave);
    Exception failure = reads.isEmpty() ? null : drawFailure(reads.get(0).key().table());
    return failure == null ? super.read(reads, List.of()) : CompletableFuture.failedFuture(failure);
  }

  private @Nullable Exception drawFailure(TableName table) {
    return switch (isShaky ? dice.nextInt(40) : 40) {
      case 0, 1 -> new TableNotEnabledException(table);
      case 2, 3 -> new TableNotFoundException(table);
      case 4 -> new AccessDeniedException();
      case 5 -> new IOException(" ");
      case 6 -> new RejectedExecutionException("Simulated: the connection is being closed");
      default -> null;
    };
  }

  /** Refuses the write before it is applied, or applies it without an answer. */
  @Override
  public CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
    return switch (isShaky ? dice.nextInt(40) : 40) {
      case 0, 1 -> answer(WriteOutcome.rejected(new AccessDeniedException("Simulated")));
      case 2 -> answer(WriteOutcome.rejected(new IOException()));
      case 3 -> answer(WriteOutcome.unapplied(new IOException("Simulated: nobody")));
      case 4 -> answer(WriteOutcome.barred(new IOException("Simulated: read-only")));
      case 5 -> answer(WriteOutcome.NOT_EQUAL);
      case 6 -> CompletableFuture.failedFuture(new AccessDeniedException("Simulated"));
      case 7, 8 ->
          super.write(write)
              .thenApply(done -> WriteOutcome.maybeApplied(new IOException("Simulated: lost")));
      default -> super.write(write);
    };
  }

  private static CompletableFuture<WriteOutcome> answer(WriteOutcome outcome) {
    return CompletableFuture.completedFuture(outcome);
  }
}
