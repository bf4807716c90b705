package io.rowlock;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
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
