package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.Trampoline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
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
 * never wait in a circle. Rows without rivals cost one lookup.
 *
 * <p>The hold on a row may go on from turn to turn ({@link HandOver}), but not for too long: then
 * the next transaction rests at the beginning of its turn. Thread-safe.
 */
public final class RowQueue {

  private final Environment environment;
  private final Duration longestTurn;
  private final int mostHandOvers;
  private final Map<RowKey, Line> lines = new HashMap<>();

  /**
   * Creates an empty queue.
   *
   * @param mostHandOvers of a row without a rest, 0 for none; they also end after half of the
   *     longest turn
   */
  public RowQueue(Environment environment, Duration longestTurn, int mostHandOvers) {
    this.environment = environment;
    this.longestTurn = longestTurn;
    this.mostHandOvers = mostHandOvers;
  }

  /**
   * The line of a row: the transaction that has the turn, since when, and those that wait for it.
   */
  private static final class Line {
    private final Deque<Waiter> waiting = new ArrayDeque<>();
    private CompletableFuture<Void> holder;
    private long sinceNanos;
    private boolean hasCommitted;
    private boolean isWatched;
    private int handOvers;
    private long handedOverSinceNanos;

    Line(CompletableFuture<Void> holder, long now) {
      this.holder = holder;
      this.sinceNanos = now;
    }
  }

  /** A transaction in a line, with its future turn there. */
  private record Waiter(CompletableFuture<Void> turn, Visit visit) {}

  /**
   * The way of a transaction through the lines of its rows.
   *
   * @param turns that it has, or waits for
   * @param passenger null if no other transaction may take it along
   * @param inheritance null if it takes no hold over
   */
  private record Visit(
      Collection<RowKey> rows,
      Map<RowKey, CompletableFuture<Void>> turns,
      @Nullable Passenger passenger,
      @Nullable Inheritance inheritance,
      CompletableFuture<Turn> end) {}

  /** Returns whether a transaction has the turn at one of the rows. */
  synchronized boolean isAnyTaken(Collection<RowKey> rows) {
    return !lines.isEmpty() && rows.stream().anyMatch(lines::containsKey);
  }

  /**
   * Returns whether another transaction will write one of the rows before a newcomer's turn at it.
   */
  synchronized boolean isAnyContested(Collection<RowKey> rows) {
    return !lines.isEmpty() && rows.stream().anyMatch(this::isContested);
  }

  private boolean isContested(RowKey row) {
    Line line = lines.get(row);
    return line != null && !(line.hasCommitted && line.waiting.isEmpty());
  }

  /**
   * A turn at rows, which the caller must release.
   *
   * @param isTakenAlong another transaction has the turn, and commits this one with itself
   */
  record Turn(RowQueue queue, Map<RowKey, CompletableFuture<Void>> rows, boolean isTakenAlong) {
    /** Notes the commit: only cleaning up follows. */
    void hasCommitted() {
      rows.forEach(queue::noteCommitted);
    }

    @Nullable Inheritance heir(RowKey row) {
      return queue.heir(row, rows.get(row));
    }

    boolean leave(RowKey row, Inheritance heir, EscalationLock lock) {
      return queue.leave(row, rows.get(row), heir, lock);
    }

    void release() {
      rows.forEach(queue::release);
    }
  }

  /** Waits for the turn at the rows, which are in their natural order. */
  CompletableFuture<Turn> take(Collection<RowKey> rows) {
    return take(rows, null, null);
  }

  /** Waits for the turn at one row, and for what the transaction before may leave. */
  CompletableFuture<Turn> take(RowKey row, Inheritance inheritance) {
    return take(List.of(row), null, inheritance);
  }

  /**
   * Waits for the turn at the rows, or until another transaction takes this one along.
   *
   * @param rows in their natural order
   * @param passenger null if no transaction may take it along
   */
  CompletableFuture<Turn> take(Collection<RowKey> rows, @Nullable Passenger passenger) {
    return take(rows, passenger, null);
  }

  private CompletableFuture<Turn> take(
      Collection<RowKey> rows, @Nullable Passenger passenger, @Nullable Inheritance inheritance) {
    Turn free = takeFree(rows);
    return free == null
        ? waitFor(rows, passenger, inheritance)
        : CompletableFuture.completedFuture(free);
  }

  /** Returns null if the turn has passed on, or the next transaction takes no hold over. */
  private synchronized @Nullable Inheritance heir(
      RowKey row, @Nullable CompletableFuture<Void> turn) {
    Line line = lines.get(row);
    if (line == null || line.holder != turn || hasHandedOverForLong(line)) {
      return null;
    }
    Waiter next = line.waiting.peek();
    return next == null ? null : next.visit.inheritance;
  }

  private boolean hasHandedOverForLong(Line line) {
    return line.handOvers >= mostHandOvers
        || (line.handOvers > 0 && now() - line.handedOverSinceNanos > longestTurn.toNanos() / 2);
  }

  private synchronized boolean leave(
      RowKey row, @Nullable CompletableFuture<Void> turn, Inheritance heir, EscalationLock lock) {
    Line line = lines.get(row);
    if (line == null || line.holder != turn || !heir.leave(lock)) {
      return false;
    }
    line.handedOverSinceNanos = line.handOvers == 0 ? now() : line.handedOverSinceNanos;
    line.handOvers++;
    return true;
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
    return new Turn(this, taken, false);
  }

  private CompletableFuture<Turn> waitFor(
      Collection<RowKey> rows, @Nullable Passenger passenger, @Nullable Inheritance inheritance) {
    Visit visit =
        new Visit(rows, new LinkedHashMap<>(), passenger, inheritance, new CompletableFuture<>());
    CompletableFuture<Void> ready = CompletableFuture.completedFuture(null);
    for (RowKey row : rows) {
      ready = ready.thenCompose(before -> enter(row, visit));
    }
    var unused = ready.whenComplete((entered, failure) -> end(visit, failure));
    return visit.end;
  }

  private void end(Visit visit, @Nullable Throwable failure) {
    if (failure == null) {
      visit.end.complete(new Turn(this, visit.turns, false));
    } else {
      visit.turns.forEach(this::release);
      visit.end.completeExceptionally(failure);
    }
  }

  /** Completes at the transaction's turn. */
  private CompletableFuture<Void> enter(RowKey row, Visit visit) {
    CompletableFuture<Void> turn = new CompletableFuture<>();
    CompletableFuture<Void> holder = join(row, turn, visit);
    if (holder == null) {
      turn.complete(null);
    } else {
      watch(row, holder);
    }
    return turn;
  }

  /** Returns null if the row was free, otherwise the turn of the present holder. */
  private synchronized @Nullable CompletableFuture<Void> join(
      RowKey row, CompletableFuture<Void> turn, Visit visit) {
    visit.turns.put(row, turn);
    Line line = lines.get(row);
    if (line == null) {
      lines.put(row, new Line(turn, now()));
      return null;
    }
    line.waiting.add(new Waiter(turn, visit));
    return line.holder;
  }

  /**
   * Takes transactions along that wait for the same rows, in the order of their arrival.
   *
   * @param most of the waiting ones to look at: the line may be long, and is locked meanwhile
   * @param joins decides for each; true only if it has ended, or writes exactly the rows of the
   *     turn
   */
  List<Passenger> takeAlong(Turn turn, int most, Predicate<Passenger> joins) {
    List<Visit> taken = new ArrayList<>();
    try {
      board(turn, most, joins, taken);
    } catch (Throwable failure) { // none of them has sent anything
      taken.forEach(visit -> end(visit, failure));
      throw failure;
    }
    taken.forEach(visit -> visit.turns.forEach(this::release)); // if one has ended: at other rows
    taken.forEach(visit -> visit.end.complete(new Turn(this, Map.of(), true)));
    return taken.stream().map(Visit::passenger).toList();
  }

  /** Transactions wait for the first of their rows first, so those of the same rows do so there. */
  private synchronized void board(
      Turn turn, int most, Predicate<Passenger> joins, List<Visit> taken) {
    Line line = lines.get(Collections.min(turn.rows.keySet()));
    if (line == null || !hasAll(turn)) {
      return;
    }
    Iterator<Waiter> waiting = line.waiting.iterator();
    for (int seen = 0; seen < most && waiting.hasNext(); seen++) {
      Visit visit = waiting.next().visit;
      Passenger passenger = visit.passenger;
      if (passenger != null && joins.test(passenger)) {
        taken.add(visit);
        waiting.remove();
      }
    }
  }

  private boolean hasAll(Turn turn) {
    return turn.rows.entrySet().stream()
        .allMatch(
            row -> {
              Line line = lines.get(row.getKey());
              return line != null && line.holder == row.getValue();
            });
  }

  /**
   * Checks a turn again after it has taken too long, once for each turn that a transaction waits
   * for. If the timer takes no more tasks, for example because its client is being closed, no
   * transaction waits.
   */
  private void watch(RowKey row, CompletableFuture<Void> turn) {
    Duration left = beginToWatch(row, turn);
    if (left == null) {
      return;
    }
    try {
      environment.scheduler().schedule(left, () -> release(row, turn));
    } catch (Throwable refused) {
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
    Waiter next = line.waiting.poll();
    if (next == null) {
      lines.remove(row);
    } else {
      line.holder = next.turn;
      line.sinceNanos = now();
      line.hasCommitted = false;
      line.isWatched = false;
      restAfterHandOvers(line, next.visit.inheritance);
    }
    return next == null ? null : next.turn;
  }

  /** A transaction that takes no hold over does not rest: the next one that would does. */
  private void restAfterHandOvers(Line line, @Nullable Inheritance heir) {
    if (heir != null && !heir.hasLock() && line.handOvers > 0 && hasHandedOverForLong(line)) {
      heir.leaveRest();
      line.handOvers = 0;
    }
  }

  private long now() {
    return environment.clock().monotonicNanos();
  }
}
