package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.RowKey;
import java.time.Duration;
import org.apache.hbase.thirdparty.com.google.common.cache.Cache;
import org.apache.hbase.thirdparty.com.google.common.cache.CacheBuilder;

/**
 * Remembers since when this process has seen a lock unchanged, on its own monotonic clock.
 *
 * <p>A lock time identifies one byte string of a row forever (I1), so row and lock time represent
 * the bytes. Forgetting an entry only makes an observer wait longer. Thread-safe.
 */
public final class LeaseWatch {

  /** Twice the number that a {@code PageRecovery} goes through. */
  private static final int MAX_LOCKS = 20_000;

  private record Sighting(long lockTime, long firstSeenNanos) {}

  private final Clock clock;
  private final long leaseNanos;
  private final Cache<RowKey, Sighting> sightings =
      CacheBuilder.newBuilder().concurrencyLevel(1).maximumSize(MAX_LOCKS).build();

  public LeaseWatch(Clock clock, Duration lease) {
    this.clock = clock;
    this.leaseNanos = lease.toNanos();
  }

  /**
   * Notes the lock of the row, and returns whether it has been seen unchanged for a whole lease.
   */
  synchronized boolean isAbandoned(RowKey key, long lockTime) {
    long now = clock.monotonicNanos();
    Sighting sighting = sightings.getIfPresent(key);
    if (sighting == null || sighting.lockTime() != lockTime) {
      sightings.put(key, new Sighting(lockTime, now));
      return false;
    }
    return now - sighting.firstSeenNanos() >= leaseNanos;
  }

  /** Notes the lock of the row, and returns how long it has been seen unchanged. */
  public synchronized Duration look(RowKey key, long lockTime) {
    boolean unused = isAbandoned(key, lockTime);
    return seenFor(key, lockTime);
  }

  /** Forgets the row: the next look at it counts as the first. */
  synchronized void forget(RowKey key) {
    sightings.invalidate(key);
  }

  /** Returns, for messages, how long this process has seen the lock. */
  public synchronized Duration seenFor(RowKey key, long lockTime) {
    Sighting sighting = sightings.getIfPresent(key);
    return sighting == null || sighting.lockTime() != lockTime
        ? Duration.ZERO
        : Duration.ofNanos(clock.monotonicNanos() - sighting.firstSeenNanos());
  }
}
