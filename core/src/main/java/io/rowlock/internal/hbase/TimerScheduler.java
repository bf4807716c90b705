package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Scheduler;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

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
  private final Set<Waiting> waiting = ConcurrentHashMap.newKeySet();

  /**
   * Starts the thread.
   *
   * @param executor runs the tasks; never closed here
   */
  public TimerScheduler(Executor executor) {
    this.executor = executor;
    this.timer = new ScheduledThreadPoolExecutor(1, TimerScheduler::thread);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "rowlock-timer");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    Waiting entry = new Waiting(task);
    waiting.add(entry);
    try {
      var unused = timer.schedule(() -> release(entry), delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (Throwable refused) { // an error, too: the thread may not start
      if (waiting.remove(entry)) { // so that it never runs
        throw refused;
      }
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    waiting.forEach(this::release);
  }

  /** Runs the entry, unless another thread has taken it out of the set. */
  private void release(Waiting entry) {
    if (waiting.remove(entry)) {
      executor.execute(entry.task);
    }
  }

  /** A task with its own identity, because one task may be scheduled twice. */
  private static final class Waiting {

    private final Runnable task;

    Waiting(Runnable task) {
      this.task = task;
    }
  }
}
