package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.Trampoline;
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
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Lets the transactions of this process take turns at the rows that they write, from before their
 * commits until what they have committed is rolled forward, instead of laying down locks only to
 * take them back.
 *
 * <p>A matter of speed alone: nobody relies on a turn, and other processes know nothing of it. A
 * turn that takes too long passes to the next in line, and to nobody else, so that a long line on a
 * busy machine stays one: nobody waits longer than for full turns of all that came before. Turns
 * are taken in the order of the rows, so that nobody waits in a circle. Rows that nobody fights
 * over cost one look. Thread-safe.
 */
public final class RowTurns {

  private final Surroundings surroundings;
  private final Duration longestTurn;
  private final Map<RowKey, Line> lines = new HashMap<>();

  public RowTurns(Surroundings surroundings, Duration longestTurn) {
    this.surroundings = surroundings;
    this.longestTurn = longestTurn;
  }

  /** Who has the turn at a row, since when, and who waits for it. */
  private static final class Line {
    private final Deque<CompletableFuture<Void>> waiting = new ArrayDeque<>();
    private CompletableFuture<Void> holder;
    private long sinceNanos;
    private boolean hasCommitted;
    private boolean isWatched;

    Line(CompletableFuture<Void> holder, long now) {
      this.holder = holder;
      this.sinceNanos = now;
    }
  }

  /** True when somebody has the turn at one of the rows. */
  public synchronized boolean isAnyTaken(Collection<RowKey> rows) {
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
  public record Turn(RowTurns turns, Map<RowKey, CompletableFuture<Void>> rows) {
    /** What follows is no more than cleaning up. */
    void hasCommitted() {
      rows.forEach(turns::noteCommitted);
    }

    public void release() {
      rows.forEach(turns::release);
    }
  }

  /**
   * Waits for one's turn at the rows.
   *
   * @param rows in their natural order
   */
  public CompletableFuture<Turn> take(Collection<RowKey> rows) {
    Turn free = takeFree(rows);
    return free == null ? waitFor(rows) : CompletableFuture.completedFuture(free);
  }

  /** Null when somebody has the turn at one of the rows. */
  private synchronized @Nullable Turn takeFree(Collection<RowKey> rows) {
    if (isAnyTaken(rows)) {
      return null;
    }
    CompletableFuture<Void> turn = CompletableFuture.completedFuture(null);
    Map<RowKey, CompletableFuture<Void>> taken = new HashMap<>();
    rows.forEach(row -> taken.put(row, turn));
    rows.forEach(row -> lines.put(row, new Line(turn, now())));
    return new Turn(this, taken);
  }

  private CompletableFuture<Turn> waitFor(Collection<RowKey> rows) {
    Map<RowKey, CompletableFuture<Void>> taken = new LinkedHashMap<>();
    CompletableFuture<Void> ready = CompletableFuture.completedFuture(null);
    for (RowKey row : rows) {
      ready =
          ready.thenCompose(
              before -> {
                CompletableFuture<Void> turn = enter(row);
                taken.put(row, turn);
                return turn;
              });
    }
    return ready.thenApply(all -> new Turn(this, taken));
  }

  /** Completes at one's turn. */
  private CompletableFuture<Void> enter(RowKey row) {
    CompletableFuture<Void> turn = new CompletableFuture<>();
    CompletableFuture<Void> holder = join(row, turn);
    if (holder == null) {
      turn.complete(null);
    } else {
      watch(row, holder);
    }
    return turn;
  }

  /** Null when the row was free; else who has the turn. */
  private synchronized @Nullable CompletableFuture<Void> join(
      RowKey row, CompletableFuture<Void> turn) {
    Line line = lines.get(row);
    if (line == null) {
      lines.put(row, new Line(turn, now()));
      return null;
    }
    line.waiting.add(turn);
    return line.holder;
  }

  /**
   * Looks again when the turn has taken too long, once for each turn that is waited for. A timer
   * that takes no more tasks is that of a client that is being closed: then nobody waits.
   */
  private void watch(RowKey row, CompletableFuture<Void> turn) {
    Duration left = beginToWatch(row, turn);
    if (left == null) {
      return;
    }
    try {
      surroundings.scheduler().schedule(left, () -> release(row, turn));
    } catch (RejectedExecutionException closed) {
      release(row, turn);
    }
  }

  /** Null when it is watched already, over, or nobody waits for its end. */
  private synchronized @Nullable Duration beginToWatch(RowKey row, CompletableFuture<Void> turn) {
    Line line = lines.get(row);
    if (line == null || line.holder != turn || line.isWatched || line.waiting.isEmpty()) {
      return null;
    }
    line.isWatched = true;
    long left = line.sinceNanos + longestTurn.toNanos() - now();
    return Duration.ofNanos(Math.max(0, left));
  }

  private synchronized void noteCommitted(RowKey row, CompletableFuture<Void> turn) {
    Line line = lines.get(row);
    if (line != null && line.holder == turn) {
      line.hasCommitted = true;
    }
  }

  /** The next in line may end its turn at once, and so may all behind it: a loop, no recursion. */
  private void release(RowKey row, CompletableFuture<Void> turn) {
    CompletableFuture<Void> next = nextAfter(row, turn);
    if (next != null) {
      Trampoline.run(() -> begin(row, next));
    }
  }

  private void begin(RowKey row, CompletableFuture<Void> turn) {
    turn.complete(null);
    watch(row, turn);
  }

  /** Null when nobody waits, or the turn has passed on before. */
  private synchronized @Nullable CompletableFuture<Void> nextAfter(
      RowKey row, CompletableFuture<Void> turn) {
    Line line = lines.get(row);
    if (line == null || line.holder != turn) {
      return null;
    }
    CompletableFuture<Void> next = line.waiting.poll();
    if (next == null) {
      lines.remove(row);
    } else {
      line.holder = next;
      line.sinceNanos = now();
      line.hasCommitted = false;
      line.isWatched = false;
    }
    return next;
  }

  private long now() {
    return surroundings.clock().monotonicNanos();
  }
}
