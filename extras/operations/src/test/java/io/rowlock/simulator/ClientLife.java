package io.rowlock.simulator;

import io.rowlock.internal.store.Scheduler;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;

/**
 * Whether a client's process runs, pauses or has crashed. Everything that it does passes through
 * here: its timers, the answers to it and the requests that it sends.
 */
final class ClientLife implements Scheduler {

  private final VirtualTime time;
  private int requests;
  private int lastRequest = Integer.MAX_VALUE;
  private int pauseAt = Integer.MAX_VALUE;
  private Duration pause = Duration.ZERO;
  private long standsStillUntil;
  private boolean isHealed;
  private boolean crashIsSure;
  private Runnable onCrash = () -> {};
  private Runnable onPause = () -> {};

  ClientLife(VirtualTime time) {
    this.time = time;
  }

  /** Sets the listeners for a crash and a pause. */
  void watch(Runnable ofCrash, Runnable ofPause) {
    onCrash = ofCrash;
    onPause = ofPause;
  }

  /** Makes it crash instead of sending this request. */
  void crashAt(int request) {
    lastRequest = request;
  }

  /** Makes it crash there, even if everything else is healed before. */
  void surelyCrashAt(int request) {
    crashAt(request);
    crashIsSure = true;
  }

  /** Makes it pause before this request. */
  void pauseAt(int request, Duration duration) {
    pauseAt = request;
    pause = duration;
  }

  /** Crashes now. */
  void crash() {
    lastRequest = requests;
    onCrash.run();
  }

  /** Pauses now. */
  void pause(Duration duration) {
    onPause.run();
    standsStillUntil = time.monotonicNanos() + duration.toNanos();
  }

  /** Prevents further crashes and pauses of a client that still lives. */
  void heal() {
    isHealed = true;
    lastRequest = isDead() || crashIsSure ? lastRequest : Integer.MAX_VALUE;
    pauseAt = Integer.MAX_VALUE;
  }

  boolean isHealed() {
    return isHealed;
  }

  boolean isDead() {
    return requests >= lastRequest;
  }

  int requests() {
    return requests;
  }

  /** Sends a request now, or after the pause, or not at all. */
  void send(Runnable departure) {
    if (isDead()) {
      return;
    }
    requests++;
    if (isDead()) {
      onCrash.run();
    } else if (requests == pauseAt) {
      pause(pause);
    }
    enter(departure);
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    time.schedule(delay, () -> enter(task));
  }

  /** Runs a task in the process. */
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
