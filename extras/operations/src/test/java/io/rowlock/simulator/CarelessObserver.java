package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An observer like that of telemetry, which sometimes does not start the work, throws, or returns
 * something else: the reported steps must happen nevertheless.
 */
final class CarelessObserver implements TransactionObserver {

  private final Random dice;

  private CarelessObserver(long seed) {
    dice = new Random(seed);
  }

  /** Returns an observer; most clients' transactions have none. */
  static TransactionObserver of(Plan plan, int process) {
    boolean watches = plan.dice("observer", process).nextInt(6) == 0;
    return watches
        ? new CarelessObserver(plan.dice("careless", process).nextLong())
        : TransactionObserver.NONE;
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> during(
      Phase phase, Supplier<CompletableFuture<T>> work) {
    return switch (dice.nextInt(24)) {
      case 0 -> throw new IllegalStateException("Simulated: before " + phase);
      case 1 -> nothing(work.get());
      case 2 -> nothing(null);
      case 3 -> work.get().thenCompose(done -> failed(phase));
      case 4 -> failed(phase);
      default -> work.get().whenComplete((done, failure) -> name(failure));
    };
  }

  private static <T extends @Nullable Object> @Nullable CompletableFuture<T> nothing(
      @Nullable CompletableFuture<T> unused) {
    return null;
  }

  private static <T extends @Nullable Object> CompletableFuture<T> failed(Phase phase) {
    return CompletableFuture.failedFuture(new IllegalStateException("Simulated: " + phase));
  }

  /** Names failures like the metrics do. */
  private static void name(@Nullable Throwable failure) {
    Throwable bare = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
    if (bare != null && ProtocolFailure.nameOf(bare).isBlank()) {
      throw new AssertionError("A failure has no name", bare);
    }
  }

  @Override
  public void commitsAgain() {
    if (dice.nextInt(4) == 0) {
      throw new IllegalStateException("Simulated: again");
    }
  }
}
