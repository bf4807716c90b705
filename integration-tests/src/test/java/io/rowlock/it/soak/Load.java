package io.rowlock.it.soak;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;

/** Threads that run transactions at a rate, and rest on request. */
final class Load implements AutoCloseable {
  private static final double NANOS = 1e9;

  private final IntConsumer transaction;
  private final int threads;
  private final long periodNanos;
  private final ExecutorService pool;

  /** A thread holds a permit during a transaction. Fair: resting has its turn. */
  private final Semaphore permits;

  /**
   * Begins to work.
   *
   * @param transaction runs the next one of a thread, by its number from 0
   * @param rate transactions a second of all threads together, at most
   * @param whenBroken is told of a thread that ends because its transaction threw
   */
  Load(IntConsumer transaction, int threads, double rate, UncaughtExceptionHandler whenBroken) {
    this.transaction = transaction;
    this.threads = threads;
    this.periodNanos = (long) (NANOS * threads / rate);
    this.permits = new Semaphore(threads, true);
    this.pool =
        Executors.newFixedThreadPool(
            threads,
            new ThreadFactoryBuilder()
                .setNameFormat("soak-terminal-%d")
                .setDaemon(true)
                .setUncaughtExceptionHandler(whenBroken)
                .build());
    for (int i = 0; i < threads; i++) {
      int thread = i;
      pool.execute(() -> serve(thread));
    }
  }

  /** A late thread does not catch up: after a strike there should be no rush. */
  private void serve(int thread) {
    long due = System.nanoTime();
    try {
      while (!Thread.currentThread().isInterrupted()) {
        TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
        permits.acquire();
        try {
          transaction.accept(thread);
        } finally {
          permits.release();
        }
        due = Math.max(due + periodNanos, System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns when no transaction is under way; none begins afterwards. */
  void rest() {
    permits.acquireUninterruptibly(threads);
  }

  /** Ends a rest. */
  void work() {
    permits.release(threads);
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
