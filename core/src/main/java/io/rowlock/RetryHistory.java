package io.rowlock;

import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.store.Environment;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import org.apache.hbase.thirdparty.com.google.common.collect.EvictingQueue;
import org.apache.hbase.thirdparty.com.google.common.collect.Iterables;

/**
 * The attempts of one call of the user so far: how many, since when, and how they failed. Not
 * thread-safe; the attempts follow each other.
 */
final class RetryHistory {

  /** The number of earlier failures that the last one carries. */
  static final int MAX_REMEMBERED = 10;

  private final RetryPolicy policy;
  private final TransactionSettings settings;
  private final Environment environment;
  private final TransactionStart start;
  private final int escalateAfter;
  private final Queue<ConflictException> earlier = EvictingQueue.create(MAX_REMEMBERED);
  private ReservationRequest reservation = ReservationRequest.FIRST;
  private int failed;
  private boolean isOutOfTime;

  /**
   * Creates an empty history.
   *
   * @param policy of the call
   * @param settings of the call, its timeout among them
   * @param escalateAfter failed attempts after which the next one takes a hold before it runs
   */
  RetryHistory(
      RetryPolicy policy,
      TransactionSettings settings,
      int escalateAfter,
      Environment environment) {
    this.policy = policy;
    this.settings = settings;
    this.escalateAfter = escalateAfter;
    this.environment = environment;
    this.start = TransactionStart.now(environment.clock());
  }

  /** Returns when the first attempt began: every attempt keeps this age among its rivals. */
  TransactionStart start() {
    return start;
  }

  /** Returns what the next attempt reserves before it runs. */
  ReservationRequest reservation() {
    return reservation;
  }

  /**
   * Returns the wait before the next attempt; empty if there is none, because the failure is no
   * conflict or the policy gives up. An attempt that will wait in the queue does not wait before.
   */
  Optional<Duration> waitAfter(RowlockException failure, Attempt attempt) {
    if (!(failure instanceof ConflictException conflict)) {
      return Optional.empty();
    }
    failed++;
    if (failed >= policy.maxAttempts()) {
      return Optional.empty();
    }
    earlier.add(conflict);
    boolean hadSnapshot = reservation.isLongRead();
    reservation =
        attempt.nextReservation(failed, !settings.isReadOnly() && failed >= escalateAfter);
    Optional<Duration> wait =
        waitWithin(policy.maxElapsed().minus(elapsed()), hadSnapshot, attempt);
    isOutOfTime = wait.isPresent() && isOutOfTimeAfter(wait.get());
    return isOutOfTime ? Optional.empty() : wait;
  }

  /**
   * Returns the wait if time is left. A long reader has spent it on rows that it could not keep,
   * and gets its first snapshot all the same.
   */
  private Optional<Duration> waitWithin(Duration left, boolean hadSnapshot, Attempt attempt) {
    boolean isOver = left.isNegative() || left.isZero();
    if (isOver && (hadSnapshot || !reservation.isLongRead())) {
      return Optional.empty();
    }
    Duration delay =
        attempt.isInLine(reservation)
            ? Duration.ZERO
            : policy.delayAfter(failed, environment.random());
    return Optional.of(isOver || delay.compareTo(left) < 0 ? delay : left);
  }

  private boolean isOutOfTimeAfter(Duration wait) {
    Optional<Duration> timeout = settings.timeout();
    return timeout.isPresent() && elapsed().plus(wait).compareTo(timeout.get()) >= 0;
  }

  private Duration elapsed() {
    return Duration.ofNanos(environment.clock().monotonicNanos() - start.nanos());
  }

  /**
   * Returns the last failure with the newest earlier ones as suppressed, in their order. The newest
   * is the cause if the time limit has passed.
   */
  RowlockException end(RowlockException last) {
    RowlockException reported = isOutOfTime ? timedOut(last) : last;
    if (reported instanceof TransactionTimeoutException
        && reported.getCause() == null
        && !earlier.isEmpty()) {
      ConflictException newest = Iterables.getLast(earlier);
      earlier.remove(newest);
      reported.initCause(newest);
    }
    earlier.stream().filter(one -> one != last).forEach(reported::addSuppressed);
    return reported;
  }

  private TransactionTimeoutException timedOut(RowlockException last) {
    String message =
        "Not committed: after %d conflicts too little was left of the timeout of %d ms"
            + " (TransactionSettings.timeout) for another attempt";
    long millis = settings.timeout().orElseThrow().toMillis();
    return new TransactionTimeoutException(last.label(), message.formatted(failed, millis), last);
  }
}
