package io.rowlock.internal.protocol.read;

import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Decides how long one read waits for undecided locks, and for which ones. Waiting is polling:
 * short jittered pauses that double.
 *
 * <p>A transaction that holds locks waits only for younger ones. Otherwise two transactions could
 * wait for each other forever; with this rule the older one commits in the end.
 */
public final class WaitPolicy {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(1);

  /** The longest pause between two looks at a lock that another transaction holds. */
  public static final Duration LONGEST_PAUSE = Duration.ofMillis(20);

  private final Environment environment;
  private final long deadlineNanos;
  private final boolean holdsLocks;
  private final long age;
  private final TransactionId id;
  private final @Nullable TransactionId alias;
  private Duration pause = FIRST_PAUSE;

  private WaitPolicy(
      Environment environment,
      Duration bound,
      boolean holdsLocks,
      long age,
      TransactionId id,
      @Nullable TransactionId alias) {
    this.environment = environment;
    this.deadlineNanos = environment.clock().monotonicNanos() + bound.toNanos();
    this.holdsLocks = holdsLocks;
    this.age = age;
    this.id = id;
    this.alias = alias;
  }

  /** Returns the policy of a reader that holds no lock: it waits for every transaction. */
  public static WaitPolicy ofReader(Environment environment, Duration bound) {
    return new WaitPolicy(environment, bound, false, 0, new TransactionId(0, 0), null);
  }

  /**
   * Returns the policy of a transaction that holds locks.
   *
   * @param alias another identity under which it has locks, null for none
   */
  public static WaitPolicy ofHolder(
      Environment environment,
      Duration bound,
      long age,
      TransactionId id,
      @Nullable TransactionId alias) {
    return new WaitPolicy(environment, bound, true, age, id, alias);
  }

  /** Returns whether the lock is of the asking transaction itself. */
  boolean isOwn(Prewritten holder) {
    return holdsLocks && (holder.id().equals(id) || holder.id().equals(alias));
  }

  /** Waits a little for the holder, or fails with a conflict. */
  CompletableFuture<Void> waitFor(RowKey row, Prewritten holder) {
    if (holdsLocks && !isOlderThan(holder)) {
      return CompletableFuture.failedFuture(
          conflict(row, "An older transaction is writing", holder));
    }
    if (environment.clock().monotonicNanos() >= deadlineNanos) {
      return CompletableFuture.failedFuture(
          conflict(row, "Another transaction has not finished with", holder));
    }
    Duration now = nextPause();
    return environment.jitteredPause(now);
  }

  private ProtocolFailure conflict(RowKey row, String why, Prewritten holder) {
    long millis = environment.clock().currentMillis() - holder.age();
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
