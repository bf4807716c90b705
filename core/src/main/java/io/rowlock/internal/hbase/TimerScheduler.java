package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Scheduler;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;

/**
 * A scheduler with one daemon thread for all tasks.
 *
 * <p>The thread only waits: tasks run in the executor, so that a slow one does not delay the
 * others. Closing runs all waiting tasks at once, so that no pause lasts forever; after that,
 * scheduling fails.
 */
public final class TimerScheduler implements Scheduler, AutoCloseable {

  private final Executor executor;
  private final ScheduledThreadPoolExecutor timer;

  /** By an object of its own for each entry, because one task may be scheduled twice. */
  private final Map<Object, Runnable> waiting = new ConcurrentHashMap<>();

  /**
   * Starts the thread.
   *
   * @param executor runs the tasks; never closed here
   */
  public TimerScheduler(Executor executor) {
    this.executor = executor;
    this.timer =
        new ScheduledThreadPoolExecutor(
            1, new ThreadFactoryBuilder().setNameFormat("rowlock-timer").setDaemon(true).build());
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    Object entry = new Object();
    waiting.put(entry, task);
    try {
      var unused = timer.schedule(() -> release(entry), delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (Throwable refused) { // an error, too: the thread may not start
      if (waiting.remove(entry) != null) { // so that it never runs
        throw refused;
      }
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    waiting.keySet().forEach(this::release);
  }

  /** Runs the task, unless another thread has taken it out of the map. */
  private void release(Object entry) {
    Runnable task = waiting.remove(entry);
    if (task != null) {
      executor.execute(task);
    }
  }
}
