package io.rowlock.internal.transaction;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls that are made together, and work one after the other. All of them are under way from the
 * beginning, so that no commit can come between two of them. Not thread-safe.
 */
final class CallSequence {

  private final CallTracker calls;
  private CompletableFuture<?> last = CompletableFuture.completedFuture(null);

  CallSequence(CallTracker calls) {
    this.calls = calls;
  }

  /** Makes a call whose work begins after the previous one has ended, with success or not. */
  <T extends @Nullable Object> CompletableFuture<T> add(Supplier<CompletableFuture<T>> work) {
    CompletableFuture<Supplier<CompletableFuture<T>>> turn = last.handle((any, failure) -> work);
    CompletableFuture<T> ended =
        calls.counted(calls.begin().thenCompose(begun -> turn).thenCompose(calls::whileActive));
    last = ended;
    return calls.answer(ended);
  }
}
