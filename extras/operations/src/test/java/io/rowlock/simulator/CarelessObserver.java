package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * An observer like that of telemetry, which sometimes throws, or returns something else: the
 * reported steps must happen nevertheless.
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
  public Watch begin(Phase phase) {
    IllegalStateException fault = new IllegalStateException("Simulated: " + phase);
    return switch (dice.nextInt(24)) {
      case 0 -> throw fault;
      case 1 -> work -> nothing();
      case 2 ->
          work -> {
            throw fault;
          };
      case 3 -> work -> work.thenCompose(done -> CompletableFuture.failedFuture(fault));
      case 4 -> work -> CompletableFuture.failedFuture(fault);
      default -> work -> work.whenComplete((done, failure) -> name(failure));
    };
  }

  @SuppressWarnings("NullAway") // the contract is violated
  private static CompletableFuture<?> nothing() {
    return null;
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
