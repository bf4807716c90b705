package io.rowlock;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.rowlock.internal.telemetry.Telemetry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of a manager: daemons that go when they are idle. Those that run the library's own
 * short tasks are kept apart from those that run user code, which may block.
 */
final class ThreadPools {

  private static final int ENGINE_THREADS = 2;
  private static final int LEAST_CALLBACK_THREADS = 4;
  private static final long IDLE_SECONDS = 60;

  private ThreadPools() {}

  static ExecutorService engine() {
    return pool("rowlock-engine-%d", ENGINE_THREADS);
  }

  static ExecutorService callbacks() {
    int processors = Runtime.getRuntime().availableProcessors();
    return pool("rowlock-callback-%d", Math.max(LEAST_CALLBACK_THREADS, processors));
  }

  /**
   * The executor, with tasks that it refuses run at once where they come up: rather there than
   * never, as somebody waits for what they complete.
   */
  static Executor neverRefusing(Executor executor) {
    return task -> {
      try {
        executor.execute(task);
      } catch (RejectedExecutionException closed) {
        task.run();
      }
    };
  }

  /** The future of a manager that does not exist yet, as users get it. */
  static <T> CompletableFuture<T> publishFirst(
      CompletableFuture<T> future, TransactionOptions options) {
    Executor executor =
        options.executor().map(ThreadPools::neverRefusing).orElse(ForkJoinPool.commonPool());
    return CallbackLocator.onCallbacks(future, executor);
  }

  /** Where asynchronous user code of a transaction runs. */
  static Executor callbacks(TransactionSettings settings, Executor usual) {
    return settings
        .executor()
        .map(ThreadPools::neverRefusing)
        .map(Telemetry::carrying)
        .orElse(usual);
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
