package io.rowlock.internal.protocol.lock;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work under the eyes of an observer, which is the user's telemetry in the end. The work is done
 * once, and its result is its own, whatever the observer throws or returns: a commit that has taken
 * effect must not seem to fail because a span could not be written.
 */
public final class Observed<T extends @Nullable Object> {

  private static final Logger LOG = LoggerFactory.getLogger(Observed.class);

  private final Supplier<CompletableFuture<T>> work;
  private @Nullable CompletableFuture<T> begun;

  private Observed(Supplier<CompletableFuture<T>> work) {
    this.work = work;
  }

  /**
   * Runs a phase under the eyes of an observer; a conflict reports that it was met in it. Throws
   * nothing itself.
   */
  public static <T extends @Nullable Object> CompletableFuture<T> run(
      Phase phase, TransactionObserver observer, Supplier<CompletableFuture<T>> work) {
    return Async.recover(
        new Observed<>(work).by(observer, phase),
        failure ->
            CompletableFuture.failedFuture(
                failure instanceof ProtocolFailure known ? known.in(phase) : failure));
  }

  /** Completes as the work does, once the observer has seen it. */
  private CompletableFuture<T> by(TransactionObserver observer, Phase phase) {
    CompletableFuture<?> seen = showTo(observer, phase);
    return seen.handle((done, failure) -> done).thenCompose(done -> begin());
  }

  private CompletableFuture<?> showTo(TransactionObserver observer, Phase phase) {
    try {
      CompletableFuture<?> seen = observer.during(phase, this::begin);
      return seen == null ? begin() : seen;
    } catch (RuntimeException | Error broken) {
      LOG.warn("An observer has failed while a transaction was {}", phase, broken);
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

  /** Tells an observer something. */
  public static void tell(Runnable news) {
    try {
      news.run();
    } catch (RuntimeException | Error broken) {
      LOG.warn("An observer has failed", broken);
    }
  }
}
