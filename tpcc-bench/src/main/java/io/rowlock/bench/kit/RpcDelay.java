package io.rowlock.bench.kit;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Sends requests later, as a longer network would. Thread-safe. */
final class RpcDelay implements AutoCloseable {
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          new ThreadFactoryBuilder().setNameFormat("bench-rpc-delay").setDaemon(true).build());
  private final LongAdder delayed = new LongAdder();
  private final LongAdder addedNanos = new LongAdder();
  private volatile long delayNanos;

  /** Sets the delay of all requests from now on. */
  void millis(int millis) {
    delayNanos = TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Returns a future that completes now or, on the timer's thread, after the delay. */
  CompletableFuture<Void> begin() {
    CompletableFuture<Void> over = new CompletableFuture<>();
    long begin = System.nanoTime();
    if (delayNanos == 0) {
      over.complete(null);
    } else {
      var unused = timer.schedule(() -> end(over, begin), delayNanos, TimeUnit.NANOSECONDS);
    }
    return over;
  }

  private void end(CompletableFuture<Void> over, long begin) {
    delayed.increment();
    addedNanos.add(System.nanoTime() - begin);
    over.complete(null);
  }

  /** The mean delay of requests since the last call: timers run late. */
  double takeAddedMicros() {
    long requests = delayed.sumThenReset();
    long nanos = addedNanos.sumThenReset();
    return requests == 0 ? 0 : nanos / 1e3 / requests;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
