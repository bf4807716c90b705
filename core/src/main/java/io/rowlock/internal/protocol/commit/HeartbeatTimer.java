package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.store.Environment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Waits half a lease for every commit under way, with one timer for all. Nearly all commits end
 * long before, and a separate timer for each would wake a thread for each. Thread-safe.
 */
public final class HeartbeatTimer {

  private final Environment environment;
  private final Duration interval;
  private final Queue<Alarm> alarms = new ArrayDeque<>(); // guarded by this, the earliest first
  private boolean isArmed; // guarded by this

  public HeartbeatTimer(Environment environment, Duration lease) {
    this.environment = environment;
    this.interval = lease.dividedBy(2);
  }

  /** A task that runs half a lease from now. */
  static final class Alarm {

    private final long due;
    private volatile @Nullable Runnable task;

    private Alarm(long due, Runnable task) {
      this.due = due;
      this.task = task;
    }

    /** Cancels the task and drops every reference to it, whether it has run or not. */
    void cancel() {
      task = null;
    }
  }

  synchronized Alarm set(Runnable task) {
    Alarm alarm = new Alarm(now() + interval.toNanos(), task);
    alarms.add(alarm);
    if (!isArmed) {
      arm(interval);
    }
    return alarm;
  }

  private void ring() {
    for (Alarm alarm : dueNow()) {
      Runnable task = alarm.task;
      if (task != null) {
        task.run();
      }
    }
  }

  private synchronized List<Alarm> dueNow() {
    List<Alarm> due = new ArrayList<>();
    Alarm first = alarms.peek();
    while (first != null && (first.task == null || first.due - now() <= 0)) {
      due.add(alarms.remove());
      first = alarms.peek();
    }
    isArmed = false;
    if (first != null) {
      arm(Duration.ofNanos(first.due - now()));
    }
    return due;
  }

  private synchronized void arm(Duration delay) {
    isArmed = true;
    environment.scheduler().schedule(delay, this::ring);
  }

  private long now() {
    return environment.clock().monotonicNanos();
  }
}
