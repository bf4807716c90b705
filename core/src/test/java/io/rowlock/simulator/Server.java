package io.rowlock.simulator;

import io.rowlock.simulation.MemoryCluster;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A region server: how long it takes to answer, and what it still believes to serve. */
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

  /** It stands still, and goes on serving what it loses until it notices. */
  void stop(long untilNanos, long noticesAtNanos) {
    stopsUntil = untilNanos;
    noticesAt = noticesAtNanos;
  }

  boolean isStopped(long now) {
    return now < stopsUntil;
  }

  /** It does not know that the region is served by another from now on. */
  void lose(Region region, MemoryCluster asItIs) {
    lost.put(region, asItIs);
  }

  /** The lost region as it was, null when it knows better. */
  @Nullable MemoryCluster believes(Region region, long now) {
    return now < noticesAt ? lost.get(region) : null;
  }

  /** How long a request that has arrived has to wait. */
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
