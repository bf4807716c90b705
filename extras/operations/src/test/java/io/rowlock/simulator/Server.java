package io.rowlock.simulator;

import io.rowlock.simulation.MemoryCluster;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A region server: its response times, and the lost regions that it still serves. */
final class Server {

  private final long clockBehindMillis;
  private final Map<Region, MemoryCluster> lost = new HashMap<>();
  private long stopsUntil;
  private long slowUntil;
  private long slownessNanos;
  private long noticesAt;

  Server(long clockBehindMillis) {
    this.clockBehindMillis = clockBehindMillis;
  }

  boolean isClockBehind() {
    return clockBehindMillis > 0;
  }

  long clockBehindMillis() {
    return clockBehindMillis;
  }

  void slowDown(long untilNanos, long nanos) {
    slowUntil = untilNanos;
    slownessNanos = nanos;
  }

  /** Pauses the server; it serves the regions that it loses until it notices the loss. */
  void stop(long untilNanos, long noticesAtNanos) {
    stopsUntil = untilNanos;
    noticesAt = noticesAtNanos;
  }

  boolean isStopped(long now) {
    return now < stopsUntil;
  }

  /** Notes that another server has the region from now on, which this one does not know. */
  void lose(Region region, MemoryCluster asItIs) {
    lost.put(region, asItIs);
  }

  /** Returns the lost region in its old state, null if the server knows of the loss. */
  @Nullable MemoryCluster staleViewOf(Region region, long now) {
    return now < noticesAt ? lost.get(region) : null;
  }

  /** Returns how long a request that has arrived must wait. */
  long delay(long now) {
    long asleep = Math.max(0, stopsUntil - now);
    return asleep > 0 ? asleep : now < slowUntil ? slownessNanos : 0;
  }

  void heal() {
    stopsUntil = 0;
    slowUntil = 0;
    noticesAt = 0;
    lost.clear();
  }
}
