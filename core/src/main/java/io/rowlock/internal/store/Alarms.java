package io.rowlock.internal.store;

import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks at their times. Nearly all alarms are removed before, and one timer serves all, so a
 * removed alarm leaves little behind.
 *
 * <p>No alarm that throws stops another one. If the timer refuses a wake-up, alarms wait until the
 * next one is set, which requests a wake-up again. Thread-safe.
 */
public final class Alarms {

  private static final Logger LOG = LoggerFactory.getLogger(Alarms.class);

  private final Clock clock;
  private final Scheduler scheduler;
  private final NavigableMap<Due, Runnable> alarms = new TreeMap<>(); // guarded by this
  private long nextNumber; // guarded by this
  private boolean isArmed; // guarded by this
  private long armedFor; // guarded by this

  /**
   * Returns an object without alarms.
   *
   * @param scheduler wakes it up
   */
  public Alarms(Clock clock, Scheduler scheduler) {
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

  /** Sets an alarm after the delay; the result removes it. */
  public Runnable setAfter(Duration delay, Runnable task) {
    return set(clock.monotonicNanos() + delay.toNanos(), task);
  }

  /**
   * Sets an alarm.
   *
   * @param nanos of the monotonic clock, perhaps past
   * @return removes the alarm
   */
  public synchronized Runnable set(long nanos, Runnable task) {
    Due due = new Due(nanos, nextNumber++);
    alarms.put(due, task);
    arm();
    return () -> remove(due);
  }

  private synchronized void remove(Due due) {
    alarms.remove(due);
  }

  /** Schedules a wake-up for the first alarm, which may be removed by then. */
  private synchronized void arm() {
    if (alarms.isEmpty() || (isArmed && armedFor - alarms.firstKey().nanos() <= 0)) {
      return;
    }
    long wakeUp = alarms.firstKey().nanos();
    Duration wait = Duration.ofNanos(Math.max(0, wakeUp - clock.monotonicNanos()));
    armedFor = wakeUp;
    isArmed = true;
    try {
      scheduler.schedule(wait, () -> ring(wakeUp));
    } catch (RejectedExecutionException closed) {
      isArmed = false; // the client is being closed: what has an alarm ends by itself
    } catch (Throwable refused) { // an error, too: a timer may get no thread
      isArmed = false;
      Quietly.warn(LOG, "The timer has failed; alarms wait until the next one is set", refused);
    }
  }

  private void ring(long wakeUp) {
    disarm(wakeUp);
    try {
      for (Runnable task = nextDue(); task != null; task = nextDue()) {
        Quietly.run(LOG, "An alarm has failed, the others continue", task);
      }
    } finally {
      arm();
    }
  }

  /** An earlier alarm may have been set after the wake-up was scheduled. */
  private synchronized void disarm(long wakeUp) {
    isArmed = isArmed && armedFor != wakeUp;
  }

  private synchronized @Nullable Runnable nextDue() {
    Map.Entry<Due, Runnable> first = alarms.firstEntry();
    if (first == null || first.getKey().nanos() - clock.monotonicNanos() > 0) {
      return null;
    }
    alarms.remove(first.getKey());
    return first.getValue();
  }
}
