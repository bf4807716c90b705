package io.rowlock.internal.store;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * Everything that the protocol requires besides the store.
 *
 * @param random thread-safe, and unpredictable enough for 128-bit identities in production
 * @param propagator takes what belongs to a caller to where its requests are sent
 */
public record Environment(
    Clock clock, Scheduler scheduler, LongSupplier random, ContextPropagator propagator) {

  /** Returns an environment that propagates nothing. */
  public Environment(Clock clock, Scheduler scheduler, LongSupplier random) {
    this(clock, scheduler, random, ContextPropagator.NONE);
  }

  /** Completes after the delay. */
  public CompletableFuture<Void> pause(Duration delay) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    scheduler.schedule(delay, () -> done.complete(null));
    return done;
  }

  /** Completes after the delay; at once if the timer takes no more tasks. Never fails. */
  public CompletableFuture<Void> pauseAtMost(Duration delay) {
    return pauseUntil(new CompletableFuture<>(), delay);
  }

  /** Completes when the work has ended, or after the delay, whichever comes first. Never fails. */
  public CompletableFuture<Void> pauseUntil(CompletableFuture<?> work, Duration delay) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    var unused = work.whenComplete((result, failure) -> done.complete(null));
    if (!done.isDone()) {
      try {
        scheduler.schedule(delay, () -> done.complete(null));
      } catch (Throwable refused) { // for example because the client is being closed
        done.complete(null);
      }
    }
    return done;
  }

  /** Completes after a random time between half of the delay and all of it. */
  public CompletableFuture<Void> jitteredPause(Duration delay) {
    long half = delay.toNanos() / 2;
    return pause(Duration.ofNanos(half + (random.getAsLong() >>> 1) % (half + 1)));
  }
}
