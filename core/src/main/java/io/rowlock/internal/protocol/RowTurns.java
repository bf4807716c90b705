package io.rowlock.internal.protocol;

import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.Surroundings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Lets the transactions of this process take turns at the rows that they write, from before their
 * commits until what they have committed is rolled forward, instead of laying down locks only to
 * take them back.
 *
 * <p>A matter of speed alone: nobody relies on a turn, and other processes know nothing of it. A
 * turn that takes too long passes to the next in line, so that a long line on a busy machine stays
 * one; whoever has waited for many of them goes ahead without. Turns are taken in the order of the
 * rows, so that nobody waits in a circle. Rows that nobody fights over cost one look. Thread-safe.
 */
final class RowTurns {

  /** How many turns of full length a transaction waits for. */
  private static final int MOST_TURNS = 10;

  private final Surroundings surroundings;
  private final Duration longestTurn;
  private final Map<RowKey, Line> lines = new HashMap<>();
  private final Trampoline handOver = new Trampoline();

  RowTurns(Surroundings surroundings, Duration longestTurn) {
    this.surroundings = surroundings;
    this.longestTurn = longestTurn;
  }

  /** Who has the turn at a row, since when, and who waits for it. */
  private static final class Line {
    private final Deque<CompletableFuture<Boolean>> waiting = new ArrayDeque<>();
    private CompletableFuture<Boolean> holder;
    private long sinceNanos;
    private boolean hasCommitted;

    Line(CompletableFuture<Boolean> holder, long now) {
      this.holder = holder;
      this.sinceNanos = now;
    }
  }

  /** True when somebody has the turn at one of the rows. */
  synchronized boolean isAnyTaken(Collection<RowKey> rows) {
    return !lines.isEmpty() && rows.stream().anyMatch(lines::containsKey);
  }

  /** True when somebody will have written one of the rows before anybody else has a turn at it. */
  synchronized boolean isAnyContested(Collection<RowKey> rows) {
    return !lines.isEmpty() && rows.stream().anyMatch(this::isContested);
  }

  private boolean isContested(RowKey row) {
    Line line = lines.get(row);
    return line != null && !(line.hasCommitted && line.waiting.isEmpty());
  }

  /** A turn at rows, to be given back. */
  record Turn(RowTurns turns, Map<RowKey, CompletableFuture<Boolean>> rows) {
    /** What follows is no more than cleaning up. */
    void hasCommitted() {
      rows.forEach(turns::noteCommitted);
    }

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
    Turn free = takeFree(rows);
    return free == null ? waitFor(rows) : CompletableFuture.completedFuture(free);
  }

  /** Null when somebody has the turn at one of the rows. */
  private synchronized @Nullable Turn takeFree(Collection<RowKey> rows) {
    if (isAnyTaken(rows)) {
      return null;
    }
    CompletableFuture<Boolean> turn = CompletableFuture.completedFuture(true);
    Map<RowKey, CompletableFuture<Boolean>> taken = new HashMap<>();
    rows.forEach(row -> taken.put(row, turn));
    rows.forEach(row -> lines.put(row, new Line(turn, now())));
    return new Turn(this, taken);
  }

  private CompletableFuture<Turn> waitFor(Collection<RowKey> rows) {
    Map<RowKey, CompletableFuture<Boolean>> taken = new LinkedHashMap<>();
    long deadline = now() + longestTurn.multipliedBy(MOST_TURNS).toNanos();
    CompletableFuture<Void> ready = CompletableFuture.completedFuture(null);
    for (RowKey row : rows) {
      ready =
          ready.thenCompose(
              before -> {
                CompletableFuture<Boolean> turn = enter(row, deadline);
                return turn.thenAccept(
                    mine -> {
                      if (mine) {
                        taken.put(row, turn);
                      }
                    });
              });
    }
    return ready.thenApply(all -> new Turn(this, taken));
  }

  /** Completes with true at one's turn, with false when the deadline comes first. */
  private CompletableFuture<Boolean> enter(RowKey row, long deadline) {
    CompletableFuture<Boolean> turn = new CompletableFuture<>();
    synchronized (this) {
      Line line = lines.get(row);
      if (line == null) {
        lines.put(row, new Line(turn, now()));
        turn.complete(true);
        return turn;
      }
      line.waiting.add(turn);
    }
    watch(row, turn, deadline);
    return turn;
  }

  /** Looks again when the present turn has taken too long, or the waiting. */
  private void watch(RowKey row, CompletableFuture<Boolean> turn, long deadline) {
    long left = Math.min(deadline, endOfTurn(row)) - now();
    surroundings
        .scheduler()
        .schedule(Duration.ofNanos(Math.max(0, left)), () -> onTime(row, turn, deadline));
  }

  private void onTime(RowKey row, CompletableFuture<Boolean> turn, long deadline) {
    if (turn.isDone() || (now() >= deadline && turn.complete(false))) {
      return;
    }
    CompletableFuture<Boolean> slow = now() >= endOfTurn(row) ? holder(row) : null;
    if (slow != null) {
      release(row, slow);
    }
    if (!turn.isDone()) {
      watch(row, turn, deadline);
    }
  }

  private synchronized long endOfTurn(RowKey row) {
    Line line = lines.get(row);
    return (line == null ? now() : line.sinceNanos) + longestTurn.toNanos();
  }

  private synchronized @Nullable CompletableFuture<Boolean> holder(RowKey row) {
    Line line = lines.get(row);
    return line == null ? null : line.holder;
  }

  private synchronized void noteCommitted(RowKey row, CompletableFuture<Boolean> turn) {
    Line line = lines.get(row);
    if (line != null && line.holder == turn) {
      line.hasCommitted = true;
    }
  }

  /** The next in line may end its turn at once, and so may all behind it: a loop, no recursion. */
  private void release(RowKey row, CompletableFuture<Boolean> turn) {
    CompletableFuture<Boolean> next = nextAfter(row, turn);
    if (next != null) {
      handOver.run(() -> begin(row, next));
    }
  }

  private void begin(RowKey row, CompletableFuture<Boolean> turn) {
    if (!turn.complete(true)) {
      release(row, turn);
    }
  }

  /** Null when nobody waits, or the turn has passed on before. */
  private synchronized @Nullable CompletableFuture<Boolean> nextAfter(
      RowKey row, CompletableFuture<Boolean> turn) {
    Line line = lines.get(row);
    if (line == null || line.holder != turn) {
      return null;
    }
    CompletableFuture<Boolean> next = line.waiting.poll();
    if (next == null) {
      lines.remove(row);
    } else {
      line.holder = next;
      line.sinceNanos = now();
      line.hasCommitted = false;
    }
    return next;
  }

  private long now() {
    return surroundings.clock().monotonicNanos();
  }
}
