package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.protocol.recovery.HeldRows.Holder;
import io.rowlock.internal.protocol.recovery.LockResolver.Verdict;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Has each holder judged once at a time, for all of its rows that this client meets. A transaction
 * is decided at its primary, so one look there serves all of them: a thousand looks at a lock that
 * lists a thousand rows would be a million references. Thread-safe.
 *
 * <p>Safety: what a primary shows counts for rows that were read <em>before</em> it (protocol,
 * section 6). So rows never join a judgement that has begun: those that come meanwhile are judged
 * together after it, by another look at the primary.
 *
 * <p>Liveness: a judgement may wait for a server that is gone, which other rows do not need. So
 * rows wait for it only for a while. Two judgements of one holder may then be under way, like those
 * of two clients; the end of the earlier one begins no other.
 *
 * <p>No judgement waits for one that waits for it: a judgement that needs one of another holder
 * makes it itself ({@link LockChain}).
 */
final class Judgements {

  /**
   * How long rows wait for the judgement under way: longer than its few requests usually take, so
   * that looks are shared, and much shorter than a caller waits for a lock.
   */
  static final Duration PATIENCE = Duration.ofMillis(500);

  private final Function<HeldRows, CompletableFuture<Verdict>> judge;
  private final Environment environment;
  private final Map<Holder, Next> underWay = new HashMap<>(); // guarded by this

  /**
   * Creates an instance without judgements.
   *
   * @param judge judges the holder of rows at its primary
   */
  Judgements(Function<HeldRows, CompletableFuture<Verdict>> judge, Environment environment) {
    this.judge = judge;
    this.environment = environment;
  }

  /** The judgement of a holder that follows the one under way. */
  private static final class Next {

    private final Map<RowReference, LockedRow> rows = new LinkedHashMap<>();
    private final CompletableFuture<Verdict> verdict = new CompletableFuture<>();

    /** Adds rows; readers of the same rows have one write sent to each. */
    private void add(List<LockedRow> more) {
      more.forEach(row -> rows.putIfAbsent(new RowReference(row.key(), row.lockTime()), row));
    }
  }

  /** Returns the verdict of the next judgement of the holder of these rows. */
  CompletableFuture<Verdict> judge(List<LockedRow> rows) {
    Holder holder = Holder.of(rows.get(0));
    Next own = new Next();
    Next next;
    boolean isFirst;
    synchronized (this) {
      next = underWay.putIfAbsent(holder, own);
      isFirst = next != null && next.rows.isEmpty();
      if (next != null) {
        next.add(rows);
      }
    }
    if (next == null) {
      return begin(holder, rows, own);
    }
    if (isFirst) {
      var unused =
          Async.guarded(() -> environment.propagator().propagate(environment.pause(PATIENCE)))
              .whenComplete((done, stopped) -> follow(holder, next));
    }
    return environment.propagator().propagate(next.verdict);
  }

  private CompletableFuture<Verdict> begin(Holder holder, Collection<LockedRow> rows, Next next) {
    return Async.guarded(() -> judge.apply(HeldRows.of(List.copyOf(rows))))
        .whenComplete((verdict, failure) -> follow(holder, next));
  }

  /** Begins the next judgement if it has rows, unless it has begun already. */
  private void follow(Holder holder, Next next) {
    Next later = new Next();
    synchronized (this) {
      if (underWay.get(holder) != next) {
        return;
      }
      if (next.rows.isEmpty()) {
        underWay.remove(holder);
        return;
      }
      underWay.put(holder, later);
    }
    var unused =
        begin(holder, next.rows.values(), later)
            .whenComplete((verdict, failure) -> Async.complete(next.verdict, verdict, failure));
  }
}
