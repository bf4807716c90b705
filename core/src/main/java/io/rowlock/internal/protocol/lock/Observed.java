package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Quietly;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs work with an observer, which is ultimately the user's telemetry. The work runs once, and its
 * result never depends on what the observer throws or returns: a commit that has taken effect must
 * not seem to fail because a span could not be written.
 */
public final class Observed<T extends @Nullable Object> {

  private static final Logger LOG = LoggerFactory.getLogger(Observed.class);

  private final Supplier<CompletableFuture<T>> work;
  private @Nullable CompletableFuture<T> begun;

  private Observed(Supplier<CompletableFuture<T>> work) {
    this.work = work;
  }

  /**
   * Runs a phase with an observer. A conflict in it is reported with the phase. Throws nothing
   * itself.
   */
  public static <T extends @Nullable Object> CompletableFuture<T> run(
      Phase phase, TransactionObserver observer, Supplier<CompletableFuture<T>> work) {
    return Async.recover(
        new Observed<>(work).by(observer, phase),
        failure ->
            CompletableFuture.failedFuture(
                failure instanceof ProtocolFailure known ? known.in(phase) : failure));
  }

  /** Completes as the work does, after the observer has seen it. */
  private CompletableFuture<T> by(TransactionObserver observer, Phase phase) {
    CompletableFuture<?> seen = showTo(observer, phase);
    return seen.handle((done, failure) -> done).thenCompose(done -> begin());
  }

  private CompletableFuture<?> showTo(TransactionObserver observer, Phase phase) {
    try {
      CompletableFuture<?> seen = observer.during(phase, this::begin);
      return seen == null ? begin() : seen;
    } catch (RuntimeException | Error broken) {
      Quietly.warn(LOG, "An observer has failed while a transaction was " + phase, broken);
      return begin();
    }
  }

  private CompletableFuture<T> begin() {
    CompletableFuture<T> known = begun;
    if (known == null) {
      known = Async.guarded(work);
      begun = known;
    }
    return known;
  }

  /** Notifies an observer. */
  public static void tell(Runnable news) {
    Quietly.run(LOG, "An observer has failed", news);
  }
}
