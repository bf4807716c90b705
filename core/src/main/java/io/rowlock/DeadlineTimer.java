package io.rowlock;

import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs an alarm for every transaction that is not over at its deadline. Nearly all transactions end
 * before, and one timer serves all, so an ended transaction leaves little behind. Thread-safe.
 */
final class DeadlineTimer {

  private final Clock clock;
  private final Scheduler scheduler;
  private final NavigableMap<Due, Runnable> alarms = new TreeMap<>(); // guarded by this
  private long nextNumber; // guarded by this
  private boolean isArmed; // guarded by this
  private long armedFor; // guarded by this

  /**
   * Creates a timer.
   *
   * @param scheduler runs the tasks
   */
  DeadlineTimer(Clock clock, Scheduler scheduler) {
    this.clock = clock;
    this.scheduler = scheduler;
  }

  private record Due(long nanos, long number) implements Comparable<Due> {

    @Override
    public int compareTo(Due other) {
      int byTime = Long.signum(nanos - other.nanos);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  /**
   * Sets an alarm.
   *
   * @param nanos of the monotonic clock, perhaps past
   * @return removes the alarm
   */
  synchronized Runnable set(long nanos, Runnable task) {
    Due due = new Due(nanos, nextNumber++);
    alarms.put(due, task);
    arm();
    return () -> takeBack(due);
  }

  private synchronized void takeBack(Due due) {
    alarms.remove(due);
  }

  /** Schedules a wake-up for the first alarm, which may be removed by then. */
  private synchronized void arm() {
    if (alarms.isEmpty() || (isArmed && armedFor - alarms.firstKey().nanos() <= 0)) {
      return;
    }
    armedFor = alarms.firstKey().nanos();
    isArmed = true;
    Duration wait = Duration.ofNanos(Math.max(0, armedFor - clock.monotonicNanos()));
    try {
      scheduler.schedule(wait, this::ring);
    } catch (RejectedExecutionException closed) {
      isArmed = false; // and every transaction ends by itself
    }
  }

  private void ring() {
    takeDue().forEach(Runnable::run);
    arm();
  }

  private synchronized List<Runnable> takeDue() {
    long now = clock.monotonicNanos();
    NavigableMap<Due, Runnable> due = alarms.headMap(new Due(now, Long.MAX_VALUE), true);
    List<Runnable> tasks = new ArrayList<>(due.values());
    due.clear();
    if (armedFor - now <= 0) {
      isArmed = false;
    }
    return tasks;
  }
}
