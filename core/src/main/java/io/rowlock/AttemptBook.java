package io.rowlock;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Quietly;
import io.rowlock.internal.telemetry.AttemptEnd;
import io.rowlock.internal.telemetry.AttemptTelemetry;
import io.rowlock.internal.telemetry.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the course of one attempt: in the counters, the telemetry, and for the actions that the
 * user has added for its end. The first end counts: an interrupted caller does not wait for the
 * verdict on its failure. Thread-safe.
 *
 * <p>The actions run where the caller gets the outcome, and just before: not on a thread of the
 * library. After an unknown outcome none of them runs.
 */
final class AttemptBook {

  private static final Logger LOG = LoggerFactory.getLogger(AttemptBook.class);

  private final CounterBook counters;
  final AttemptTelemetry telemetry;
  private final List<Runnable> afterCommit = new ArrayList<>(); // guarded by this, as all below
  private final List<Runnable> afterRollback = new ArrayList<>();
  private @Nullable Outcome outcome;

  AttemptBook(CounterBook counters, AttemptTelemetry telemetry) {
    this.counters = counters;
    this.telemetry = telemetry;
  }

  /** Returns false if the transaction has ended. */
  synchronized boolean addAfterCommit(Runnable action) {
    return outcome == null && afterCommit.add(action);
  }

  /** Returns false if the transaction has ended. */
  synchronized boolean addAfterRollback(Runnable action) {
    return outcome == null && afterRollback.add(action);
  }

  /** Records that the attempt takes a hold on its rows before it runs. */
  void escalates() {
    counters.escalations.increment();
    telemetry.escalates();
  }

  void commits() {
    ends(AttemptEnd.of(Outcome.COMMITTED, null), counters.committed);
  }

  /** Records a failure of the transaction itself, which its caller gets. */
  void fails(RowlockException failure) {
    if (failure instanceof ConflictException conflict) {
      ends(
          new AttemptEnd(Outcome.CONFLICT, conflict, conflict.phase(), conflict.reason()),
          counters.conflicts);
    } else if (failure instanceof CommitOutcomeUnknownException) {
      ends(AttemptEnd.of(Outcome.UNKNOWN, failure), counters.unknownOutcomes);
    } else {
      ends(AttemptEnd.of(Outcome.FAILED, failure), counters.failed);
    }
  }

  /** Records that the user's own code failed. */
  void isGivenUp() {
    ends(AttemptEnd.of(Outcome.ROLLED_BACK, null), counters.failed);
  }

  /** Records that the user rolled back; has no effect after the end. */
  void isRolledBack() {
    ends(AttemptEnd.of(Outcome.ROLLED_BACK, null), null);
  }

  private void ends(AttemptEnd end, @Nullable LongAdder counter) {
    synchronized (this) {
      if (outcome != null) {
        return;
      }
      outcome = end.outcome();
    }
    if (counter != null) {
      counter.increment();
    }
    telemetry.end(end);
  }

  /** Runs the actions of the outcome, in their order; each of them once. */
  void runActions() {
    for (Runnable action : taken()) {
      try {
        action.run();
      } catch (Throwable thrown) { // an error, too: the outcome stays what it is
        Quietly.run(
            LOG,
            "Not logged",
            () -> LOG.error("An action after the end of a transaction has failed", thrown));
      }
    }
  }

  private synchronized List<Runnable> taken() {
    if (outcome == null || outcome == Outcome.UNKNOWN) {
      return List.of();
    }
    List<Runnable> actions = outcome == Outcome.COMMITTED ? afterCommit : afterRollback;
    List<Runnable> taken = List.copyOf(actions);
    actions.clear();
    return taken;
  }

  private synchronized boolean hasActions() {
    return !afterCommit.isEmpty() || !afterRollback.isEmpty();
  }

  /** Returns a future that ends as the given one does, after the actions. */
  <T extends @Nullable Object> CompletableFuture<T> withActions(
      CompletableFuture<T> end, Executor executor) {
    CompletableFuture<T> reported = new CompletableFuture<>();
    var unused =
        end.whenComplete(
            (value, failure) -> {
              Runnable report =
                  () -> {
                    runActions();
                    Async.complete(reported, value, failure);
                  };
              (hasActions() ? executor : (Executor) Runnable::run).execute(report);
            });
    return reported;
  }
}
