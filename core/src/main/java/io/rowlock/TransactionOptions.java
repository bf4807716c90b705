package io.rowlock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** The settings of a {@link TransactionManager}. Immutable. */
@SuppressWarnings("DoNotCallSuggester") // skeleton
public final class TransactionOptions {

  private final Builder settings;

  private TransactionOptions(Builder settings) {
    this.settings = settings;
  }

  public static TransactionOptions ofDefaults() {
    return builder().build();
  }

  public static TransactionOptions from(Configuration configuration) {
    throw new IllegalStateException();
  }

  public static Builder builder() {
    return new Builder();
  }

  public Builder toBuilder() {
    throw new IllegalStateException();
  }

  public Duration lease() {
    return settings.lease;
  }

  public Duration lockWait() {
    return settings.lockWait;
  }

  public RetryPolicy retryPolicy() {
    return settings.retryPolicy;
  }

  public int maxRows() {
    return settings.maxRows;
  }

  public int maxCellBytes() {
    return settings.maxCellBytes;
  }

  public boolean waitForRollForward() {
    return settings.waitForRollForward;
  }

  public int maxBackgroundTransactions() {
    return settings.maxBackgroundTransactions;
  }

  public Duration rpcTimeout() {
    return settings.rpcTimeout;
  }

  public Duration operationTimeout() {
    return settings.operationTimeout;
  }

  public int maxRequestsPerServer() {
    return settings.maxRequestsPerServer;
  }

  public Optional<Executor> executor() {
    return Optional.ofNullable(settings.executor);
  }

  /** Collects the settings of {@link TransactionOptions}. Not thread-safe. */
  public static final class Builder {
    private Duration lease = Duration.ofSeconds(5);
    private Duration lockWait = Duration.ofSeconds(1);
    private RetryPolicy retryPolicy = RetryPolicy.ofDefaults();
    private int maxRows = 10_000;
    private int maxCellBytes = 10 * 1024 * 1024;
    private boolean waitForRollForward;
    private int maxBackgroundTransactions = 1000;
    private Duration rpcTimeout = Duration.ofSeconds(10);
    private Duration operationTimeout = Duration.ofSeconds(30);
    private int maxRequestsPerServer = 100;
    private @Nullable Executor executor;

    private Builder() {}

    public Builder lease(Duration lease) {
      this.lease = lease;
      return this;
    }

    public Builder lockWait(Duration wait) {
      this.lockWait = wait;
      return this;
    }

    public Builder retryPolicy(RetryPolicy policy) {
      this.retryPolicy = policy;
      return this;
    }

    public Builder maxRows(int rows) {
      this.maxRows = rows;
      return this;
    }

    public Builder maxCellBytes(int bytes) {
      this.maxCellBytes = bytes;
      return this;
    }

    public Builder waitForRollForward(boolean wait) {
      this.waitForRollForward = wait;
      return this;
    }

    public Builder maxBackgroundTransactions(int transactions) {
      this.maxBackgroundTransactions = transactions;
      return this;
    }

    public Builder rpcTimeout(Duration timeout) {
      this.rpcTimeout = timeout;
      return this;
    }

    public Builder operationTimeout(Duration timeout) {
      this.operationTimeout = timeout;
      return this;
    }

    public Builder maxRequestsPerServer(int requests) {
      this.maxRequestsPerServer = requests;
      return this;
    }

    public Builder executor(Executor executor) {
      this.executor = executor;
      return this;
    }

    public TransactionOptions build() {
      return new TransactionOptions(this);
    }
  }
}
