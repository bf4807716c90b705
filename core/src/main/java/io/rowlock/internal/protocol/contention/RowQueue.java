package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.Trampoline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
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
 * never wait in a circle. Rows without rivals cost one lookup. A transaction that is stopped, for
 * example because its time is up, answers its caller at once. It stays in the line until its turn,
 * which it passes on, or until a leader removes it.
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
    private final Deque<RowTurn> waiting = new ArrayDeque<>();
    private RowTurn holder;
    private long sinceNanos;
    private boolean hasCommitted;
    private boolean isWatched;
    private int handOvers;
    private long handedOverSinceNanos;

    Line(RowTurn holder, long now) {
      this.holder = holder;
      this.sinceNanos = now;
    }
  }

  /** A transaction waits at a row for the end of another one's turn. */
  private record Wait(RowKey row, RowTurn before) {}

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

  /** Returns the row's line while this transaction has the turn there, null otherwise. */
  private @Nullable Line lineOf(RowKey row, RowTurn holder) {
    Line line = lines.get(row);
    return line != null && line.holder == holder ? line : null;
  }

  /** Waits for the turn, or until another transaction takes this one as a member. */
  CompletableFuture<RowTurn> take(RowTurn turn) {
    enter(turn);
    return turn.begun;
  }

  /** Joins the lines of the rows, one after the other; begins the turn if it need not wait. */
  private void enter(RowTurn turn) {
    try {
      Wait wait = join(turn);
      if (wait != null) {
        watch(wait.row, wait.before);
      } else if (!turn.begun.complete(turn)) { // its watch has failed
        release(turn);
      }
    } catch (Throwable failure) {
      end(turn, failure);
    }
  }

  private void end(RowTurn turn, Throwable failure) {
    release(turn);
    turn.begun.completeExceptionally(failure);
  }

  /** Returns null if the turn has begun at all rows. */
  private synchronized @Nullable Wait join(RowTurn turn) {
    while (turn.joined < turn.rows.size()) {
      RowKey row = turn.rows.get(turn.joined);
      turn.joined++;
      Line line = lines.putIfAbsent(row, new Line(turn, now()));
      if (line != null) {
        line.waiting.add(turn);
        return new Wait(row, line.holder);
      }
    }
    return null;
  }

  /** Returns the next transaction if the hold on the row may be handed over to it, or null. */
  synchronized @Nullable RowTurn nextFor(RowKey row, RowTurn turn) {
    Line line = lineOf(row, turn);
    RowTurn next = line == null || hasHandedOverForLong(line) ? null : line.waiting.peek();
    return next == null || next.takeOverAge.isEmpty() ? null : next;
  }

  private boolean hasHandedOverForLong(Line line) {
    return line.handOvers >= mostHandOvers
        || (line.handOvers > 0 && now() - line.handedOverSinceNanos > longestTurn.toNanos() / 2);
  }

  /** Hands over a hold to the next transaction; returns false if the turn has passed on before. */
  synchronized boolean handOver(RowTurn turn, RowTurn next, RowHold hold) {
    Line line = lineOf(next.rows.get(0), turn);
    if (line == null) {
      return false;
    }
    next.handedOver = hold;
    line.handedOverSinceNanos = line.handOvers == 0 ? now() : line.handedOverSinceNanos;
    line.handOvers++;
    return true;
  }

  /** A transaction that takes no hold over does not rest: the next one that would does. */
  private void restAfterHandOvers(Line line, RowTurn next) {
    boolean isWithout = next.takeOverAge.isPresent() && next.handedOver == null;
    if (isWithout && line.handOvers > 0 && hasHandedOverForLong(line)) {
      next.mustRest = true;
      line.handOvers = 0;
    }
  }

  /**
   * Makes members of transactions that wait for the same rows, in the order of their arrival.
   *
   * @param most of the waiting ones to look at: the line may be long, and is locked meanwhile
   * @param joins decides for each; true only if it has ended, or writes exactly the rows of the
   *     turn
   */
  void takeMembers(RowTurn turn, int most, Predicate<Member> joins) {
    List<RowTurn> taken = new ArrayList<>();
    try {
      chooseMembers(turn, most, joins, taken);
    } catch (Throwable failure) { // none of them has sent anything
      taken.forEach(next -> end(next, failure));
      throw failure;
    }
    taken.forEach(this::release); // if one has ended: at other rows
    taken.forEach(next -> next.begun.complete(next));
  }

  /** Transactions wait for the first of their rows first, so those of the same rows do so there. */
  private synchronized void chooseMembers(
      RowTurn turn, int most, Predicate<Member> joins, List<RowTurn> taken) {
    Line line = lineOf(turn.rows.get(0), turn);
    if (line == null || !turn.rows.stream().allMatch(row -> lineOf(row, turn) != null)) {
      return;
    }
    Iterator<RowTurn> waiting = line.waiting.iterator();
    for (int seen = 0; seen < most && waiting.hasNext(); seen++) {
      RowTurn next = waiting.next();
      if (next.member != null && joins.test(next.member)) {
        taken.add(next);
        next.isCombined = true;
        waiting.remove();
      }
    }
  }

  /**
   * Checks a turn again after it has taken too long, once for each turn that a transaction waits
   * for. If the timer takes no more tasks, for example because its client is being closed, no
   * transaction waits.
   */
  private void watch(RowKey row, RowTurn turn) {
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
  private synchronized @Nullable Duration beginToWatch(RowKey row, RowTurn turn) {
    Line line = lineOf(row, turn);
    if (line == null || line.isWatched || line.waiting.isEmpty()) {
      return null;
    }
    line.isWatched = true;
    long left = line.sinceNanos + longestTurn.toNanos() - now();
    return Duration.ofNanos(Math.max(0, left));
  }

  /** Notes the commit: only cleaning up follows. */
  synchronized void noteCommitted(RowTurn turn) {
    for (RowKey row : turn.rows) {
      Line line = lineOf(row, turn);
      if (line != null) {
        line.hasCommitted = true;
      }
    }
  }

  /** Releases the turn at all rows at which it has not passed on before. */
  void release(RowTurn turn) {
    turn.rows.forEach(row -> release(row, turn));
  }

  /**
   * Releases the turn in a loop, not by recursion: the next transaction may end its turn at once,
   * and so may all behind it.
   */
  private void release(RowKey row, RowTurn turn) {
    RowTurn next = nextAfter(row, turn);
    if (next != null) {
      Trampoline.run(() -> begin(row, next));
    }
  }

  private void begin(RowKey row, RowTurn turn) {
    enter(turn);
    watch(row, turn);
  }

  /** Returns null if no transaction waits, or the turn has passed on before. */
  private synchronized @Nullable RowTurn nextAfter(RowKey row, RowTurn turn) {
    Line line = lineOf(row, turn);
    if (line == null) {
      return null;
    }
    RowTurn next = line.waiting.poll();
    if (next == null) {
      lines.remove(row);
    } else {
      line.holder = next;
      line.sinceNanos = now();
      line.hasCommitted = false;
      line.isWatched = false;
      restAfterHandOvers(line, next);
    }
    return next;
  }

  private long now() {
    return environment.clock().monotonicNanos();
  }
}
