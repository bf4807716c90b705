package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous semaphore for the RPCs to one server, with a queue in the order of arrival.
 *
 * <p>An RPC that ends gives its place to the next one in the queue. RPCs that are answered before
 * their sending returns are processed in a loop, never by recursion, so that a long queue that
 * fails at once does not overflow the stack. Any exception or error while an RPC is sent is its
 * answer: no error keeps a place occupied.
 */
final class RpcLane {

  private final int maxInFlight;
  private final Queue<Rpc<?>> waiting = new ArrayDeque<>(); // guarded by this
  private int inFlight; // guarded by this

  RpcLane(int maxInFlight) {
    this.maxInFlight = maxInFlight;
  }

  <T> CompletableFuture<T> submit(Supplier<CompletableFuture<T>> call) {
    Rpc<T> rpc = new Rpc<>(call);
    if (admit(rpc)) {
      run(rpc);
    }
    return rpc.answer;
  }

  synchronized boolean isIdle() {
    return inFlight == 0;
  }

  private synchronized boolean admit(Rpc<?> rpc) {
    if (inFlight < maxInFlight) {
      inFlight++;
      return true;
    }
    waiting.add(rpc);
    return false;
  }

  private synchronized @Nullable Rpc<?> handOver() {
    Rpc<?> next = waiting.poll();
    if (next == null) {
      inFlight--;
    }
    return next;
  }

  private void run(@Nullable Rpc<?> first) {
    Rpc<?> rpc = first;
    while (rpc != null) {
      boolean isAnswered = rpc.send(() -> run(handOver()));
      rpc = isAnswered ? handOver() : null;
    }
  }

  /** One request and the future of its answer. */
  private static final class Rpc<T> {

    private final Supplier<CompletableFuture<T>> call;
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    Rpc(Supplier<CompletableFuture<T>> call) {
      this.call = call;
    }

    /**
     * Returns true if the answer was there at once; if not, {@code onAnswer} runs when it comes.
     */
    boolean send(Runnable onAnswer) {
      AtomicBoolean firstHasPassed = new AtomicBoolean();
      try {
        var unused =
            Async.guarded(call)
                .whenComplete(
                    (value, fault) -> {
                      try {
                        if (firstHasPassed.getAndSet(true)) {
                          onAnswer.run();
                        }
                      } finally {
                        Async.complete(answer, value, fault == null ? null : Async.unwrap(fault));
                      }
                    });
      } catch (Throwable broken) { // no answer will free the place
        answer.completeExceptionally(broken);
        return true;
      }
      return firstHasPassed.getAndSet(true);
    }
  }
}
