package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.Trampoline;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
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
 * Queues the transactions of this process for the rows that they write, from before their commits
 * until their commits are rolled forward. Without the queue they would write locks only to take
 * them back.
 *
 * <p>The queue affects only speed: no transaction relies on its turn, and other processes do not
 * know it. A turn that takes too long passes to the next transaction in the queue, and to no other,
 * so a long queue on a busy machine stays a queue: a transaction waits at most for the full turns
 * of all transactions before it. Transactions take turns in the order of the rows, so that they
 * never wait in a circle. Rows without rivals cost one lookup. Thread-safe.
 */
public final class RowQueue {

  private final Environment environment;
  private final Duration longestTurn;
  private final Map<RowKey, Line> lines = new HashMap<>();

  public RowQueue(Environment environment, Duration longestTurn) {
    this.environment = environment;
    this.longestTurn = longestTurn;
  }

  /** The transaction that has the turn at a row, since when, and those that wait for it. */
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

  /** True when a transaction has the turn at one of the rows. */
  public synchronized boolean isAnyTaken(Collection<RowKey> rows) {
    return !lines.isEmpty() && rows.stream().anyMatch(lines::containsKey);
  }

  /** True when another transaction will write one of the rows before a newcomer's turn at it. */
  synchronized boolean isAnyContested(Collection<RowKey> rows) {
    return !lines.isEmpty() && rows.stream().anyMatch(this::isContested);
  }

  private boolean isContested(RowKey row) {
    Line line = lines.get(row);
    return line != null && !(line.hasCommitted && line.waiting.isEmpty());
  }

  /** A turn at rows, which the caller must release. */
  public record Turn(RowQueue queue, Map<RowKey, CompletableFuture<Void>> rows) {
    /** Notes the commit: only cleaning up follows. */
    void hasCommitted() {
      rows.forEach(queue::noteCommitted);
    }

    public void release() {
      rows.forEach(queue::release);
    }
  }

  /**
   * Waits for the turn at the rows.
   *
   * @param rows in their natural order
   */
  public CompletableFuture<Turn> take(Collection<RowKey> rows) {
    Turn free = takeFree(rows);
    return free == null ? waitFor(rows) : CompletableFuture.completedFuture(free);
  }

  /** Returns null if a transaction has the turn at one of the rows. */
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

  /** Completes at the caller's turn. */
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

  /** Returns null if the row was free, otherwise the turn of the present holder. */
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
   * Checks a turn again after it has taken too long, once for each turn that a transaction waits
   * for. If the timer takes no more tasks, its client is being closed, and no transaction waits.
   */
  private void watch(RowKey row, CompletableFuture<Void> turn) {
    Duration left = beginToWatch(row, turn);
    if (left == null) {
      return;
    }
    try {
      environment.scheduler().schedule(left, () -> release(row, turn));
    } catch (RejectedExecutionException closed) {
      release(row, turn);
    }
  }

  /** Returns null if the turn is watched already, is over, or no transaction waits for its end. */
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

  /**
   * Releases the turn in a loop, not by recursion: the next transaction may end its turn at once,
   * and so may all behind it.
   */
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

  /** Returns null if no transaction waits, or the turn has passed on before. */
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
    return environment.clock().monotonicNanos();
  }
}
