package io.rowlock.simulator;

import io.rowlock.internal.store.Clock;
import io.rowlock.simulation.VirtualTime;

/** A client's clocks: the wall clock may be wrong, and jump; the monotonic one is right. */
final class ClientClock implements Clock {

  private final VirtualTime time;
  private long offMillis;

  ClientClock(VirtualTime time) {
    this.time = time;
  }

  void jump(long millis) {
    offMillis += millis;
  }

  @Override
  public long currentMillis() {
    return time.currentMillis() + offMillis;
  }

  @Override
  public long monotonicNanos() {
    return time.monotonicNanos();
  }
}
