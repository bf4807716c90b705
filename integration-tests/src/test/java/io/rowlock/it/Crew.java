package io.rowlock.it;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Threads of one test. What they throw reaches the test; closing interrupts those that still run.
 */
final class Crew implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Future<?>> started = new ArrayList<>();

  /** What one of several equal threads does. */
  @FunctionalInterface
  interface Task {
    /**
     * Does it.
     *
     * @param thread counted from 0
     */
    void run(int thread) throws Exception;
  }

  /** Runs a task in some threads, and returns when all have ended. */
  static void runAll(int threads, Task task) throws Exception {
    try (Crew crew = new Crew()) {
      crew.start(threads, task);
      crew.join();
    }
  }

  /** Starts a task in some threads. */
  void start(int count, Task task) {
    for (int i = 0; i < count; i++) {
      int thread = i;
      var unused =
          start(
              () -> {
                task.run(thread);
                return null;
              });
    }
  }

  /** Starts a task whose result is wanted. */
  <T> Future<T> start(Callable<T> task) {
    Future<T> future = threads.submit(task);
    started.add(future);
    return future;
  }

  /** Waits for everything that was started, and throws the first failure. */
  void join() throws Exception {
    for (Future<?> future : started) {
      var unused = get(future);
    }
    started.clear();
  }

  /** What a future holds; what it failed with is thrown unwrapped. */
  static <T> T get(Future<T> future) throws Exception {
    try {
      return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    } catch (TimeoutException e) {
      throw new AssertionError("A thread of the test has not ended within " + PATIENCE, e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
