package io.rowlock.bench.micro.scale;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.rowlock.bench.kit.CountingRpcClient;
import io.rowlock.bench.kit.RpcCounter;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * What lies between a client and the region servers: counts requests for data and, on demand, sends
 * each of them later. Other connections in this JVM, the servers' own above all, are not touched.
 */
final class Wire extends RpcCounter {
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          new ThreadFactoryBuilder().setNameFormat("bench-wire").setDaemon(true).build());
  private final Waves waves = new Waves();
  private final LongAdder delayed = new LongAdder();
  private final LongAdder addedNanos = new LongAdder();
  private volatile long delayNanos;

  /** Of every request from now on. */
  void delayMillis(int millis) {
    delayNanos = TimeUnit.MILLISECONDS.toNanos(millis);
  }

  Waves waves() {
    return waves;
  }

  /** Sends now or, on the timer's thread, after the delay. */
  void send(Runnable sending) {
    if (delayNanos == 0) {
      sending.run();
      return;
    }
    long begin = System.nanoTime();
    Runnable late =
        () -> {
          note(begin);
          sending.run();
        };
    var unused = timer.schedule(late, delayNanos, TimeUnit.NANOSECONDS);
  }

  /** For callers that wait for the answer anyway, each on a thread of its own. */
  void await() {
    long begin = System.nanoTime();
    for (long left = delayNanos; left > 0; left = delayNanos - (System.nanoTime() - begin)) {
      LockSupport.parkNanos(left);
    }
    if (delayNanos > 0) {
      note(begin);
    }
  }

  /** By how much requests were delayed on average since the last question: timers run late. */
  double takeAddedMicros() {
    long requests = delayed.sumThenReset();
    long nanos = addedNanos.sumThenReset();
    return requests == 0 ? 0 : nanos / 1e3 / requests;
  }

  private void note(long begin) {
    delayed.increment();
    addedNanos.add(System.nanoTime() - begin);
  }

  @Override
  protected Class<? extends CountingRpcClient> client() {
    return DelayedRpcClient.class;
  }

  @Override
  public void close() {
    super.close();
    timer.shutdownNow();
  }
}
