package io.rowlock.test;

import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.Quietly;
import io.rowlock.internal.store.Scheduler;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Time that stands still until it is moved, and the tasks that wait for it. Tasks run one at a
 * time, in the order of their due times, on the thread that moves the time, and never under a lock
 * that scheduling takes. Thread-safe.
 */
final class TestTime implements Clock, Scheduler {

  private static final Logger LOG = LoggerFactory.getLogger(TestTime.class);
  private static final long EPOCH_MILLIS = 1_700_000_000_000L;

  private record Task(long due, long number, Runnable work) implements Comparable<Task> {

    @Override
    public int compareTo(Task other) {
      int byDue = Long.compare(due, other.due);
      return byDue != 0 ? byDue : Long.compare(number, other.number);
    }
  }

  private final WaitingThreads threads;
  private final ReentrantLock moving = new ReentrantLock();
  private final PriorityQueue<Task> tasks = new PriorityQueue<>(); // guarded by this
  private long nanos; // guarded by this
  private long nextNumber; // guarded by this
  private boolean isClosed; // guarded by this

  /**
   * Creates a time without tasks.
   *
   * @param threads learns which threads use the time
   */
  TestTime(WaitingThreads threads) {
    this.threads = threads;
  }

  @Override
  public long currentMillis() {
    return EPOCH_MILLIS + monotonicNanos() / 1_000_000;
  }

  @Override
  public long monotonicNanos() {
    threads.note();
    return now();
  }

  private synchronized long now() {
    return nanos;
  }

  @Override
  public synchronized void schedule(Duration delay, Runnable task) {
    if (isClosed) {
      throw new RejectedExecutionException("The test has ended");
    }
    threads.note();
    tasks.add(new Task(nanos + Math.max(0, delay.toNanos()), nextNumber++, task));
    notifyAll();
  }

  /** Moves the time, and runs the tasks that become due. */
  void advance(Duration duration) {
    moving.lock();
    try {
      long end = now() + duration.toNanos();
      for (Task task = take(end); task != null; task = take(end)) {
        run(task);
      }
      jump(end);
    } finally {
      moving.unlock();
    }
  }

  /** Moves the time to the next task, and runs it. */
  void advanceToNext() {
    moving.lock();
    try {
      Task next = take(Long.MAX_VALUE);
      if (next != null) {
        run(next);
      }
    } finally {
      moving.unlock();
    }
  }

  private static void run(Task task) {
    Quietly.run(LOG, "A task of the simulated time has failed", task.work);
  }

  private synchronized @Nullable Task take(long end) {
    Task next = tasks.peek();
    if (next == null || next.due > end) {
      return null;
    }
    nanos = Math.max(nanos, next.due);
    return tasks.remove();
  }

  private synchronized void jump(long end) {
    nanos = Math.max(nanos, end);
  }

  /** Waits for a task. Returns false after the end. */
  synchronized boolean awaitTask() throws InterruptedException {
    while (tasks.isEmpty() && !isClosed) {
      wait();
    }
    return !isClosed;
  }

  /** Runs the tasks that still wait at once, and takes none any more. */
  void close() {
    refuse();
    for (Task task = take(Long.MAX_VALUE); task != null; task = take(Long.MAX_VALUE)) {
      run(task);
    }
  }

  private synchronized void refuse() {
    isClosed = true;
    notifyAll();
  }
}
