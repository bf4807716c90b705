package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.Claim;
import io.rowlock.internal.protocol.commit.RowTurns;
import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.RowKey;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what repeated transactions want to have before they run: their turn, then locks. Only first
 * attempts give way to others: one that did so again and again would never get through.
 */
public final class Claims {

  private static final Logger LOG = LoggerFactory.getLogger(Claims.class);

  private final RowTurns turns;
  private final Escalation escalation;
  private final int maxRows;

  public Claims(RowTurns turns, Escalation escalation, int maxRows) {
    this.turns = turns;
    this.escalation = escalation;
    this.maxRows = maxRows;
  }

  public CompletableFuture<Claim> take(ClaimRequest wanted, long age) {
    SortedSet<RowKey> rows = wanted.rowsWithin(maxRows);
    if (rows.isEmpty()) {
      return CompletableFuture.completedFuture(wanted.isFirst() ? Claim.yielding() : Claim.NONE);
    }
    return turns
        .take(rows)
        .thenCompose(
            turn ->
                wanted.escalates()
                    ? lock(rows, age, turn)
                    : CompletableFuture.completedFuture(Claim.of(turn, null)));
  }

  /** True when others have the turn at one of the rows that it would take. */
  public boolean isInLine(ClaimRequest wanted) {
    return turns.isAnyTaken(wanted.rowsWithin(maxRows));
  }

  private CompletableFuture<Claim> lock(SortedSet<RowKey> rows, long age, RowTurns.Turn turn) {
    return Async.recover(
        Async.guarded(() -> escalation.take(rows, age)).thenApply(hold -> Claim.of(turn, hold)),
        failure -> {
          if (failure instanceof ProtocolFailure known && known.isConflict()) {
            turn.release();
            return CompletableFuture.failedFuture(failure);
          }
          // A user may be allowed to read and not to write; a table may be gone. It can still try.
          LOG.debug("Goes on without locks", failure);
          return CompletableFuture.completedFuture(Claim.of(turn, null));
        });
  }
}
