package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Scheduler;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One daemon thread that waits for everybody.
 *
 * <p>It only waits: tasks run in the executor, so that a slow one does not delay the others.
 * Closing runs what still waits at once, so that nobody hangs on a pause that never ends; after
 * that, scheduling fails.
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
    } catch (RejectedExecutionException closed) {
      if (waiting.remove(entry)) {
        throw closed;
      }
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    waiting.forEach(this::release);
  }

  /** Whoever takes the entry out of the set runs it. */
  private void release(Waiting entry) {
    if (waiting.remove(entry)) {
      executor.execute(entry.task);
    }
  }

  /** A task with an identity of its own, as one task may be scheduled twice. */
  private static final class Waiting {

    private final Runnable task;

    Waiting(Runnable task) {
      this.task = task;
    }
  }
}
