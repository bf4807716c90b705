package io.rowlock.simulation;

import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.Scheduler;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * Time that stands still until a test moves it, and the tasks that wait for it.
 *
 * <p>Tasks run on the thread that moves the time, in the order of their due times, and in the order
 * of scheduling if these are equal. Not thread-safe.
 */
public final class VirtualTime implements Clock, Scheduler {

  private static final long EPOCH_MILLIS = 1_700_000_000_000L;
  private static final int MAX_TASKS_AT_ONCE = 1_000_000;

  private record Task(long due, long sequence, Runnable work) implements Comparable<Task> {

    @Override
    public int compareTo(Task other) {
      int byDue = Long.compare(due, other.due);
      return byDue != 0 ? byDue : Long.compare(sequence, other.sequence);
    }
  }

  private final PriorityQueue<Task> tasks = new PriorityQueue<>();
  private long nanos;
  private long nextSequence;

  @Override
  public long currentMillis() {
    return EPOCH_MILLIS + nanos / 1_000_000;
  }

  @Override
  public long monotonicNanos() {
    return nanos;
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    long due = nanos + Math.max(0, delay.toNanos());
    tasks.add(new Task(due, nextSequence++, task));
  }

  /** Returns the clock of a client whose wall clock is ahead of the true time, or behind it. */
  public Clock clockWithSkew(Duration skew) {
    return new SkewedClock(this, skew);
  }

  /** Returns the environment of a client with a true clock and a separate random generator. */
  public Environment environment(long seed) {
    return environment(seed, Duration.ZERO);
  }

  /** Returns the environment of a client with a skewed clock and a separate random generator. */
  public Environment environment(long seed, Duration skew) {
    return new Environment(clockWithSkew(skew), this, new SplittableRandom(seed)::nextLong);
  }

  /** Advances the time, and runs all tasks that become due. */
  public void advance(Duration duration) {
    long end = nanos + duration.toNanos();
    for (int count = 0; !tasks.isEmpty() && tasks.peek().due <= end; count++) {
      runNext(count);
    }
    nanos = end;
  }

  /** Advances the time until no task is left. */
  public void runUntilIdle() {
    for (int count = 0; !tasks.isEmpty(); count++) {
      runNext(count);
    }
  }

  /** Advances the time until the future is done, and returns its value or throws its failure. */
  public <T> T await(CompletableFuture<T> future) {
    for (int count = 0; !future.isDone(); count++) {
      if (tasks.isEmpty()) {
        throw new IllegalStateException("Nothing is left to happen, and the future is still open");
      }
      runNext(count);
    }
    return future.join();
  }

  private void runNext(int count) {
    if (count == MAX_TASKS_AT_ONCE) {
      throw new IllegalStateException("No end after " + count + " tasks");
    }
    Task task = tasks.remove();
    nanos = task.due;
    task.work.run();
  }

  private record SkewedClock(Clock clock, Duration skew) implements Clock {

    @Override
    public long currentMillis() {
      return clock.currentMillis() + skew.toMillis();
    }

    @Override
    public long monotonicNanos() {
      return clock.monotonicNanos();
    }
  }
}
