package io.rowlock.simulator;

import io.rowlock.internal.store.Scheduler;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;

/**
 * Whether a client's process runs, stands still or is gone. Everything it does passes through here:
 * its timers, the answers it hears and the requests it sends.
 */
final class ClientLife implements Scheduler {

  private final VirtualTime time;
  private int requests;
  private int lastRequest = Integer.MAX_VALUE;
  private int pauseAt = Integer.MAX_VALUE;
  private Duration pause = Duration.ZERO;
  private long standsStillUntil;
  private Runnable onCrash = () -> {};
  private Runnable onPause = () -> {};

  ClientLife(VirtualTime time) {
    this.time = time;
  }

  /** It sends one request less than this. */
  void crashAt(int request, Runnable told) {
    lastRequest = request;
    onCrash = told;
  }

  /** It stands still before this request. */
  void pauseAt(int request, Duration duration, Runnable told) {
    pauseAt = request;
    pause = duration;
    onPause = told;
  }

  /** Nothing happens to it any more, if it still lives. */
  void heal() {
    lastRequest = isDead() ? lastRequest : Integer.MAX_VALUE;
    pauseAt = Integer.MAX_VALUE;
  }

  boolean isDead() {
    return requests >= lastRequest;
  }

  int requests() {
    return requests;
  }

  /** Sends a request now, or when it goes on, or not at all. */
  void send(Runnable departure) {
    if (isDead()) {
      return;
    }
    requests++;
    if (isDead()) {
      onCrash.run();
    } else if (requests == pauseAt) {
      onPause.run();
      standsStillUntil = time.monotonicNanos() + pause.toNanos();
    }
    enter(departure);
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    time.schedule(delay, () -> enter(task));
  }

  /** Lets something happen in the process. */
  void enter(Runnable task) {
    if (isDead()) {
      return;
    }
    long rest = standsStillUntil - time.monotonicNanos();
    if (rest > 0) {
      time.schedule(Duration.ofNanos(rest), () -> enter(task));
    } else {
      task.run();
    }
  }
}
