package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Scheduler;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One daemon thread that waits for everybody.
 *
 * <p>It only waits: tasks run in the executor, so that a slow one does not delay the others.
 * Closing runs what still waits at once, so that nobody hangs on a pause that never ends; after
 * that, scheduling fails.
 */
public final class RealScheduler implements Scheduler, AutoCloseable {

  private final Executor executor;
  private final ScheduledThreadPoolExecutor timer;

  /**
   * Starts the thread.
   *
   * @param executor runs the tasks; never closed here
   */
  public RealScheduler(Executor executor) {
    this.executor = executor;
    this.timer = new ScheduledThreadPoolExecutor(1, RealScheduler::thread);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "rowlock-timer");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    var unused =
        timer.schedule(() -> executor.execute(task), delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    timer.shutdownNow().forEach(Runnable::run);
  }
}
