package io.rowlock;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Defines how often, and after which waits, a transaction is started again after a {@link
 * ConflictException}. No other failure leads to a repetition.
 *
 * <p>The wait before the n-th repetition is drawn at random between zero and {@code firstDelay}
 * times 2<sup>n-1</sup>, at most {@code maxDelay}: drawing from the whole interval spreads
 * contenders best.
 *
 * <p>Immutable and thread-safe.
 */
public final class RetryPolicy {

  private static final RetryPolicy DEFAULTS = builder().build();
  private static final RetryPolicy NONE = builder().maxAttempts(1).build();

  private final Builder set; // a copy of its own, which never changes

  private RetryPolicy(Builder builder) {
    set = new Builder(builder);
  }

  /**
   * Returns the default: any number of attempts within 180 s, with waits that grow from 5 ms to 500
   * ms.
   */
  public static RetryPolicy ofDefaults() {
    return DEFAULTS;
  }

  /** Returns a policy of one attempt. */
  public static RetryPolicy none() {
    return NONE;
  }

  /** Returns a builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder that starts from this policy. */
  public Builder toBuilder() {
    return new Builder(set);
  }

  /** Returns the largest number of attempts, the first one included. Default: any number. */
  public int maxAttempts() {
    return set.maxAttempts;
  }

  /**
   * Returns the time after the start of the first attempt from which no attempt starts, but for the
   * one that gives a long reader its first snapshot. Default: 180 s, so that a transaction outlives
   * a lost region server; {@link RowlockOptions#from} derives it from the configured session.
   */
  public Duration maxElapsed() {
    return set.maxElapsed;
  }

  /** Returns the longest wait before the first repetition. Default: 5 ms. */
  public Duration firstDelay() {
    return set.firstDelay;
  }

  /** Returns the longest wait before any repetition. Default: 500 ms. */
  public Duration maxDelay() {
    return set.maxDelay;
  }

  /**
   * Returns a wait before the next attempt.
   *
   * @param failed attempts so far, at least 1
   */
  Duration delayAfter(int failed, LongSupplier random) {
    int doublings = Math.min(failed - 1, Long.SIZE - 2);
    long first = set.firstDelay.toNanos();
    long max = set.maxDelay.toNanos();
    long longest = first > max >> doublings ? max : first << doublings;
    return Duration.ofNanos((random.getAsLong() >>> 1) % (longest + 1));
  }

  @Override
  public String toString() {
    return String.format(
        "RetryPolicy[maxAttempts=%d, maxElapsed=%s, firstDelay=%s, maxDelay=%s]",
        set.maxAttempts, set.maxElapsed, set.firstDelay, set.maxDelay);
  }

  /**
   * Builds a {@link RetryPolicy}. Every setter, and {@link #build}, refuses invalid values with an
   * {@link IllegalArgumentException}. Not thread-safe.
   */
  public static final class Builder {

    private static final String NO_RETRIES = "RetryPolicy.none() makes a single attempt";
    private static final String NO_WAIT = "a wait of next to nothing is Duration.ofNanos(1)";

    private int maxAttempts = Integer.MAX_VALUE;
    private Duration maxElapsed = RecoveryTimes.DEFAULT.maxElapsed();
    private Duration firstDelay = Duration.ofMillis(5);
    private Duration maxDelay = Duration.ofMillis(500);

    private Builder() {}

    private Builder(Builder other) {
      maxAttempts = other.maxAttempts;
      maxElapsed = other.maxElapsed;
      firstDelay = other.firstDelay;
      maxDelay = other.maxDelay;
    }

    /** Sets the largest number of attempts, the first one included; positive. */
    public Builder maxAttempts(int attempts) {
      maxAttempts = SettingChecks.positive("maxAttempts", attempts, NO_RETRIES);
      return this;
    }

    /**
     * Sets the time after the start of the first attempt from which no attempt starts; positive. If
     * it is shorter than the lease of {@link RowlockOptions}, the policy gives up before a crashed
     * client's lock can be settled.
     */
    public Builder maxElapsed(Duration elapsed) {
      maxElapsed = SettingChecks.positive("maxElapsed", elapsed, NO_RETRIES);
      return this;
    }

    /** Sets the longest wait before the first repetition; positive. */
    public Builder firstDelay(Duration delay) {
      firstDelay = SettingChecks.positive("firstDelay", delay, NO_WAIT);
      return this;
    }

    /**
     * Sets the longest wait before any repetition; positive and not shorter than the first delay.
     */
    public Builder maxDelay(Duration delay) {
      maxDelay = SettingChecks.positive("maxDelay", delay, NO_WAIT);
      return this;
    }

    /** Returns the policy. The builder may be used further. */
    public RetryPolicy build() {
      SettingChecks.notLonger("firstDelay", firstDelay, "maxDelay", maxDelay);
      return new RetryPolicy(this);
    }
  }
}
