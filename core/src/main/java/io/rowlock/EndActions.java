package io.rowlock;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Quietly;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The actions that the user has added for the end of the transaction. They run where the caller
 * gets the outcome, and just before: not on a thread of the library. After an unknown outcome none
 * of them runs. Thread-safe.
 */
final class EndActions {

  /** What is surely known of the end. */
  private enum Outcome {
    COMMITTED,
    ROLLED_BACK,
    UNKNOWN
  }

  private static final Logger LOG = LoggerFactory.getLogger(EndActions.class);

  private final List<Runnable> afterCommit = new ArrayList<>();
  private final List<Runnable> afterRollback = new ArrayList<>();
  private @Nullable Outcome outcome;

  /** Returns false if the transaction has ended. */
  synchronized boolean addAfterCommit(Runnable action) {
    return outcome == null && afterCommit.add(action);
  }

  /** Returns false if the transaction has ended. */
  synchronized boolean addAfterRollback(Runnable action) {
    return outcome == null && afterRollback.add(action);
  }

  /** Returns whether the transaction ends here: the first end counts. */
  boolean commits() {
    return ends(Outcome.COMMITTED);
  }

  /** Records that the transaction is surely not committed; returns whether it ends here. */
  boolean isRolledBack() {
    return ends(Outcome.ROLLED_BACK);
  }

  /** Returns whether the transaction ends here. */
  boolean fails(RowlockException failure) {
    return ends(failure instanceof NotCommittedException ? Outcome.ROLLED_BACK : Outcome.UNKNOWN);
  }

  private synchronized boolean ends(Outcome end) {
    boolean isFirst = outcome == null;
    if (isFirst) {
      outcome = end;
    }
    return isFirst;
  }

  /** Runs the actions of the outcome, in their order; each of them once. */
  void run() {
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

  private synchronized boolean areNone() {
    return afterCommit.isEmpty() && afterRollback.isEmpty();
  }

  /** Returns a future that ends as the given one does, after the actions. */
  <T extends @Nullable Object> CompletableFuture<T> before(
      CompletableFuture<T> end, Executor executor) {
    CompletableFuture<T> told = new CompletableFuture<>();
    var unused =
        end.whenComplete(
            (value, failure) -> {
              Runnable tell =
                  () -> {
                    run();
                    Async.complete(told, value, failure);
                  };
              (areNone() ? (Executor) Runnable::run : executor).execute(tell);
            });
    return told;
  }
}
