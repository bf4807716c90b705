package io.rowlock.internal.engine;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.rowlock.internal.telemetry.Telemetry;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The threads of a manager: daemons that go when they are idle. Those that run the library's own
 * short tasks are kept apart from those that run user code, which may block.
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
   * The library's own threads, with tasks that they do not take run at once where they come up:
   * rather there than never, as somebody waits for what they complete.
   */
  static Executor neverRefusing(Executor own) {
    return orElse(own, Runnable::run);
  }

  /**
   * Where futures of users complete. Tasks that the executor does not take, whatever it throws, run
   * in the common pool: what users hang on the futures must not run on a thread of HBase.
   */
  public static Executor completing(Executor executor) {
    return Telemetry.carrying(orElse(executor, ForkJoinPool.commonPool()));
  }

  /** Where asynchronous user code starts: it does not when the executor refuses it. */
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
      } catch (Throwable refused) { // an error, too: of a pool that gets no thread any more
        otherwise.execute(once);
      }
    };
  }

  /** Where the futures of a transaction complete. */
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
