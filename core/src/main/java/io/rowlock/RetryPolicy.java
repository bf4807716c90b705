package io.rowlock;

import java.time.Duration;

/** How often, and after which waits, a transaction is repeated after a conflict. Immutable. */
public final class RetryPolicy {

  private static final RetryPolicy DEFAULTS = builder().build();
  private static final RetryPolicy NONE = builder().maxAttempts(1).build();

  private final int maxAttempts;
  private final Duration maxElapsed;
  private final Duration firstDelay;
  private final Duration maxDelay;

  private RetryPolicy(Builder builder) {
    maxAttempts = builder.maxAttempts;
    maxElapsed = builder.maxElapsed;
    firstDelay = builder.firstDelay;
    maxDelay = builder.maxDelay;
  }

  public static RetryPolicy ofDefaults() {
    return DEFAULTS;
  }

  public static RetryPolicy none() {
    return NONE;
  }

  public static Builder builder() {
    return new Builder();
  }

  public Builder toBuilder() {
    return new Builder().maxAttempts(maxAttempts).maxElapsed(maxElapsed).firstDelay(firstDelay).maxDelay(maxDelay);
  }

  public int maxAttempts() {
    return maxAttempts;
  }

  public Duration maxElapsed() {
    return maxElapsed;
  }

  public Duration firstDelay() {
    return firstDelay;
  }

  public Duration maxDelay() {
    return maxDelay;
  }

  /** Collects the settings of a {@link RetryPolicy}. Not thread-safe. */
  public static final class Builder {
    private int maxAttempts = Integer.MAX_VALUE;
    private Duration maxElapsed = Duration.ofSeconds(30);
    private Duration firstDelay = Duration.ofMillis(5);
    private Duration maxDelay = Duration.ofMillis(500);

    private Builder() {}

    public Builder maxAttempts(int attempts) {
      maxAttempts = attempts;
      return this;
    }

    public Builder maxElapsed(Duration elapsed) {
      maxElapsed = elapsed;
      return this;
    }

    public Builder firstDelay(Duration delay) {
      firstDelay = delay;
      return this;
    }

    public Builder maxDelay(Duration delay) {
      maxDelay = delay;
      return this;
    }

    public RetryPolicy build() {
      return new RetryPolicy(this);
    }
  }
}
