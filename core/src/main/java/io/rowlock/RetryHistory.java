package io.rowlock;

import io.rowlock.internal.protocol.ClaimRequest;
import io.rowlock.internal.store.Surroundings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * What happened so far to one call of the user: how many attempts, since when, and how they failed.
 * Not thread-safe; one attempt follows the other.
 */
final class RetryHistory {

  /** The newest failures that the last one carries. */
  static final int MAX_REMEMBERED = 10;

  private final RetryPolicy policy;
  private final Surroundings surroundings;
  private final long age;
  private final long startNanos;
  private final int escalateAfter;
  private final Deque<ConflictException> earlier = new ArrayDeque<>();
  private ClaimRequest claim = ClaimRequest.FIRST;
  private int failed;

  /**
   * @param escalateAfter failed attempts after which rows are locked before the next one
   */
  RetryHistory(RetryPolicy policy, int escalateAfter, Surroundings surroundings) {
    this.policy = policy;
    this.escalateAfter = escalateAfter;
    this.surroundings = surroundings;
    this.age = surroundings.clock().currentMillis();
    this.startNanos = surroundings.clock().monotonicNanos();
  }

  /** When the first attempt began: every attempt keeps its place in the queue of contenders. */
  long age() {
    return age;
  }

  /** What the next attempt takes before it runs. */
  ClaimRequest claim() {
    return claim;
  }

  /**
   * The wait before the next attempt; empty when there shall be none, as the failure is no conflict
   * or the policy has had enough. Nobody waits in order to wait in line after that.
   */
  Optional<Duration> waitAfter(RowlockException failure, Attempt attempt) {
    if (!(failure instanceof ConflictException conflict)) {
      return Optional.empty();
    }
    failed++;
    Duration left = policy.maxElapsed().minus(elapsed());
    if (failed >= policy.maxAttempts() || left.isNegative() || left.isZero()) {
      return Optional.empty();
    }
    remember(conflict);
    claim = attempt.nextClaim(failed, failed >= escalateAfter);
    if (attempt.isInLine(claim)) {
      return Optional.of(Duration.ZERO);
    }
    Duration delay = policy.delayAfter(failed, surroundings.random());
    return Optional.of(delay.compareTo(left) < 0 ? delay : left);
  }

  private Duration elapsed() {
    return Duration.ofNanos(surroundings.clock().monotonicNanos() - startNanos);
  }

  private void remember(ConflictException conflict) {
    if (earlier.size() == MAX_REMEMBERED) {
      earlier.removeFirst();
    }
    earlier.addLast(conflict);
  }

  /** The last failure, carrying the newest of the earlier ones in the order they happened. */
  <E extends RowlockException> E withEarlier(E last) {
    earlier.stream().filter(one -> one != last).forEach(last::addSuppressed);
    return last;
  }
}
