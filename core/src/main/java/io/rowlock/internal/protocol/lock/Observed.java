package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Quietly;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A phase that an observer sees, which is ultimately the user's telemetry. The result of the work
 * never depends on what the observer throws or returns: a commit that has taken effect must not
 * seem to fail because a span could not be written.
 *
 * <p>The work starts between {@link #begin} and {@link #end}, and must not throw: it starts from
 * {@link Async#DONE}.
 */
public record Observed(Phase phase, TransactionObserver.Watch watch) {

  private static final Logger LOG = LoggerFactory.getLogger(Observed.class);

  /** Begins a phase. Throws nothing. */
  public static Observed begin(Phase phase, TransactionObserver observer) {
    try {
      return new Observed(phase, observer.begin(phase));
    } catch (RuntimeException | Error broken) {
      return new Observed(phase, work -> unseen(phase, broken, work));
    }
  }

  private static CompletableFuture<?> unseen(
      Phase phase, Throwable broken, CompletableFuture<?> work) {
    Quietly.warn(LOG, "An observer has failed while a transaction was " + phase, broken);
    return work;
  }

  /**
   * Ends the phase with its work. Completes as the work does, after the observer has seen it; a
   * conflict is reported with the phase. Throws nothing.
   */
  public <T extends @Nullable Object> CompletableFuture<T> end(CompletableFuture<T> work) {
    CompletableFuture<T> observed =
        seen(work).handle((any, failure) -> any).thenCompose(any -> work);
    return Async.translate(
        observed, failure -> failure instanceof ProtocolFailure known ? known.in(phase) : failure);
  }

  private CompletableFuture<?> seen(CompletableFuture<?> work) {
    try {
      return Objects.requireNonNull(watch.end(work));
    } catch (RuntimeException | Error broken) {
      return unseen(phase, broken, work);
    }
  }

  /** Notifies an observer. */
  public static void report(Runnable report) {
    Quietly.run(LOG, "An observer has failed", report);
  }
}
