package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.Async;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.recovery.HeldRows.Holder;
import io.rowlock.internal.protocol.recovery.LockResolver.Verdict;
import io.rowlock.internal.store.ContextPropagator;
import java.util.ArrayList;
import java.util.HashMap;
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
 * <p>No judgement waits for one that waits for it: a judgement that needs one of another holder
 * makes it itself ({@link LockChain}).
 */
final class Judgements {

  private final Function<HeldRows, CompletableFuture<Verdict>> judge;
  private final ContextPropagator propagator;
  private final Map<Holder, Next> underWay = new HashMap<>(); // guarded by this

  /**
   * Creates an instance without judgements.
   *
   * @param judge judges the holder of rows at its primary
   */
  Judgements(Function<HeldRows, CompletableFuture<Verdict>> judge, ContextPropagator propagator) {
    this.judge = judge;
    this.propagator = propagator;
  }

  /** The judgement of a holder that follows the one under way. */
  private static final class Next {

    private final List<LockedRow> rows = new ArrayList<>();
    private final CompletableFuture<Verdict> verdict = new CompletableFuture<>();
  }

  /** Returns the verdict of the next judgement of the holder of these rows. */
  CompletableFuture<Verdict> judge(List<LockedRow> rows) {
    Holder holder = Holder.of(rows.get(0));
    synchronized (this) {
      Next next = underWay.get(holder);
      if (next != null) {
        next.rows.addAll(rows);
        return propagator.propagate(next.verdict);
      }
      underWay.put(holder, new Next());
    }
    return begin(holder, rows);
  }

  private CompletableFuture<Verdict> begin(Holder holder, List<LockedRow> rows) {
    return Async.guarded(() -> judge.apply(HeldRows.of(rows)))
        .whenComplete((verdict, failure) -> end(holder));
  }

  private void end(Holder holder) {
    Next next;
    synchronized (this) {
      next = underWay.remove(holder);
      if (next == null || next.rows.isEmpty()) {
        return;
      }
      underWay.put(holder, new Next());
    }
    var unused =
        begin(holder, next.rows)
            .whenComplete((verdict, failure) -> Async.complete(next.verdict, verdict, failure));
  }
}
