package io.rowlock.it.kit;

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

/** Threads of one test. Their exceptions reach the test; closing interrupts the running ones. */
public final class Crew implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Future<?>> started = new ArrayList<>();

  /** The task of one of several equal threads. */
  @FunctionalInterface
  public interface Task {
    /**
     * Runs the task.
     *
     * @param thread counted from 0
     */
    void run(int thread) throws Exception;
  }

  /** Runs a task in some threads, and returns when all have ended. */
  public static void runAll(int threads, Task task) throws Exception {
    try (Crew crew = new Crew()) {
      crew.start(threads, task);
      crew.join();
    }
  }

  /** Starts a task in some threads. */
  public void start(int count, Task task) {
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

  /** Starts a task with a result. */
  public <T> Future<T> start(Callable<T> task) {
    Future<T> future = threads.submit(task);
    started.add(future);
    return future;
  }

  /** Waits for all started tasks, and throws the first failure. */
  public void join() throws Exception {
    for (Future<?> future : started) {
      var unused = get(future);
    }
    started.clear();
  }

  /** Returns the result of a future, or throws its failure unwrapped. */
  public static <T> T get(Future<T> future) throws Exception {
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
