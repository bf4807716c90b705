package io.rowlock.internal.engine;

import io.rowlock.internal.telemetry.Telemetry;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;

/**
 * Creates the threads of a manager: daemons that end when they are idle. Threads for the library's
 * own short tasks are separate from those for user code, which may block.
 */
public final class ThreadPools {

  private static final int ENGINE_THREADS = 2;
  private static final int LEAST_CALLBACK_THREADS = 4;
  private static final long IDLE_SECONDS = 60;

  private ThreadPools() {}

  public static ExecutorService engine() {
    return pool("rowlock-engine-%d", ENGINE_THREADS);
  }

  static ExecutorService callbacks() {
    int processors = Runtime.getRuntime().availableProcessors();
    return pool("rowlock-callback-%d", Math.max(LEAST_CALLBACK_THREADS, processors));
  }

  /**
   * Returns an executor on the library's own threads. If they refuse a task, it runs at once in the
   * calling thread, because a caller waits for what it completes.
   */
  static Executor neverRefusing(Executor own) {
    return orElse(own, Runnable::run);
  }

  /**
   * Returns an executor that completes the futures of users. A task that the given executor does
   * not accept, whatever it throws, runs in the common pool: dependents of users' futures must not
   * run on a thread of HBase. If that pool gets no thread either, the task runs at once, because a
   * caller waits for what it completes.
   */
  public static Executor completing(Executor executor) {
    return completing(executor, ForkJoinPool.commonPool());
  }

  static Executor completing(Executor executor, Executor pool) {
    return Telemetry.carrying(orElse(orElse(executor, pool), Runnable::run));
  }

  /**
   * Returns an executor that starts asynchronous user code; code that the executor refuses does not
   * start.
   */
  public static Executor starting(Optional<Executor> own, Executor usual) {
    return own.map(Telemetry::carrying).orElse(usual);
  }

  /** Runs each task once, even if the executor throws although it has run it. */
  private static Executor orElse(Executor executor, Executor otherwise) {
    return task -> {
      AtomicBoolean isTaken = new AtomicBoolean();
      Runnable once =
          () -> {
            if (!isTaken.getAndSet(true)) {
              task.run();
            }
          };
      try {
        executor.execute(once);
      } catch (Throwable refused) { // an error, too: a pool may get no thread
        otherwise.execute(once);
      }
    };
  }

  /** Returns the executor that completes the futures of a transaction. */
  public static Executor callbacks(Optional<Executor> own, Executor usual) {
    return own.map(ThreadPools::completing).orElse(usual);
  }

  private static ExecutorService pool(String nameFormat, int threads) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new ThreadFactoryBuilder().setNameFormat(nameFormat).setDaemon(true).build());
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }
}
