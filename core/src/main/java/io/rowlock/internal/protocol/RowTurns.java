package io.rowlock.internal.protocol;

import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.Surroundings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets the transactions of this process take turns at rows that they keep losing to each other,
 * instead of laying down locks only to take them back.
 *
 * <p>A matter of speed alone: nobody relies on a turn, other processes know nothing of it, and
 * whoever has waited too long goes ahead without. Turns are taken in the order of the rows, so that
 * nobody waits in a circle. A row that nobody fights over has no entry and costs one look.
 * Thread-safe.
 */
final class RowTurns {

  private final Surroundings surroundings;
  private final Duration longestWait;
  private final Map<RowKey, Deque<CompletableFuture<Boolean>>> waiting = new HashMap<>();

  RowTurns(Surroundings surroundings, Duration longestWait) {
    this.surroundings = surroundings;
    this.longestWait = longestWait;
  }

  /** True when somebody has the turn at one of the rows. */
  synchronized boolean isAnyTaken(Collection<RowKey> rows) {
    return !waiting.isEmpty() && rows.stream().anyMatch(waiting::containsKey);
  }

  /**
   * Does something while having the turn at the rows.
   *
   * @param rows in their natural order
   */
  <T> CompletableFuture<T> inTurn(Collection<RowKey> rows, Supplier<CompletableFuture<T>> action) {
    return take(rows)
        .thenCompose(turn -> Async.guarded(action).whenComplete((done, failure) -> turn.release()));
  }

  /** A turn at rows, to be given back. */
  record Turn(RowTurns turns, List<RowKey> rows) {
    void release() {
      rows.forEach(turns::release);
    }
  }

  /**
   * Waits for one's turn at the rows.
   *
   * @param rows in their natural order
   */
  CompletableFuture<Turn> take(Collection<RowKey> rows) {
    List<RowKey> taken = new ArrayList<>(rows.size());
    long deadline = surroundings.clock().monotonicNanos() + longestWait.toNanos();
    CompletableFuture<Void> ready = CompletableFuture.completedFuture(null);
    for (RowKey row : rows) {
      ready =
          ready
              .thenCompose(before -> take(row, deadline))
              .thenAccept(
                  mine -> {
                    if (mine) {
                      taken.add(row);
                    }
                  });
    }
    return ready.thenApply(all -> new Turn(this, taken));
  }

  /** Completes with true at one's turn, with false when the deadline comes first. */
  private CompletableFuture<Boolean> take(RowKey row, long deadline) {
    CompletableFuture<Boolean> turn = new CompletableFuture<>();
    synchronized (this) {
      Deque<CompletableFuture<Boolean>> others = waiting.get(row);
      if (others == null) {
        waiting.put(row, new ArrayDeque<>());
        turn.complete(true);
        return turn;
      }
      others.add(turn);
    }
    long left = Math.max(0, deadline - surroundings.clock().monotonicNanos());
    surroundings.scheduler().schedule(Duration.ofNanos(left), () -> turn.complete(false));
    return turn;
  }

  private void release(RowKey row) {
    CompletableFuture<Boolean> next;
    do {
      next = nextAt(row);
    } while (next != null && !next.complete(true));
  }

  private synchronized @Nullable CompletableFuture<Boolean> nextAt(RowKey row) {
    Deque<CompletableFuture<Boolean>> others = waiting.get(row);
    CompletableFuture<Boolean> next = others == null ? null : others.poll();
    if (next == null) {
      waiting.remove(row);
    }
    return next;
  }
}
