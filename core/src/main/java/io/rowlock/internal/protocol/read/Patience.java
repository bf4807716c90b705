package io.rowlock.internal.protocol.read;

import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.Surroundings;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * How long one read waits for undecided locks, and for whose. Waiting is polling: short jittered
 * pauses that double.
 *
 * <p>A transaction that holds locks itself waits only for younger ones. Two that wait for each
 * other would otherwise stand still, and the older one gets through in the end.
 */
public final class Patience {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);

  private final Surroundings surroundings;
  private final long deadlineNanos;
  private final boolean holdsLocks;
  private final long age;
  private final TransactionId id;
  private final @Nullable TransactionId alias;
  private Duration pause = FIRST_PAUSE;

  private Patience(
      Surroundings surroundings,
      long deadlineNanos,
      boolean holdsLocks,
      long age,
      TransactionId id,
      @Nullable TransactionId alias) {
    this.surroundings = surroundings;
    this.deadlineNanos = deadlineNanos;
    this.holdsLocks = holdsLocks;
    this.age = age;
    this.id = id;
    this.alias = alias;
  }

  /** Of a reader that holds no lock: it waits for anybody. */
  public static Patience ofReader(Surroundings surroundings, Duration bound) {
    TransactionId nobody = new TransactionId(0, 0);
    return new Patience(surroundings, deadline(surroundings, bound), false, 0, nobody, null);
  }

  /** Of a transaction that holds locks. */
  public static Patience ofHolder(
      Surroundings surroundings, Duration bound, long age, TransactionId id) {
    return new Patience(surroundings, deadline(surroundings, bound), true, age, id, null);
  }

  private static long deadline(Surroundings surroundings, Duration bound) {
    return surroundings.clock().monotonicNanos() + bound.toNanos();
  }

  /** The same of a holder that also has locks under another identity. */
  public Patience alsoOf(@Nullable TransactionId other) {
    return new Patience(surroundings, deadlineNanos, holdsLocks, age, id, other);
  }

  /** True for a lock of the asking transaction itself. */
  boolean isOwn(Prewritten holder) {
    return holdsLocks && (holder.id().equals(id) || holder.id().equals(alias));
  }

  /** Waits a little for the holder, or fails with a conflict. */
  CompletableFuture<Void> waitFor(RowKey row, Prewritten holder) {
    if (holdsLocks && !isOlderThan(holder)) {
      return CompletableFuture.failedFuture(
          conflict(row, "An older transaction is writing", holder));
    }
    if (surroundings.clock().monotonicNanos() >= deadlineNanos) {
      return CompletableFuture.failedFuture(
          conflict(row, "Another transaction has not finished with", holder));
    }
    Duration now = nextPause();
    return surroundings.jitteredPause(now);
  }

  private ProtocolFailure conflict(RowKey row, String why, Prewritten holder) {
    long millis = surroundings.clock().currentMillis() - holder.age();
    return ProtocolFailure.conflict(row, why, Conflict.held(holder, Duration.ofMillis(millis)));
  }

  private synchronized Duration nextPause() {
    Duration current = pause;
    Duration doubled = pause.multipliedBy(2);
    pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    return current;
  }

  private boolean isOlderThan(Prewritten holder) {
    return age != holder.age() ? age < holder.age() : id.compareTo(holder.id()) < 0;
  }
}
