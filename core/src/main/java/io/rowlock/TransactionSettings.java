package io.rowlock;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * The settings of one transaction, or of all transactions of one kind; {@link RowlockOptions} apply
 * to all transactions of a manager. Create them once, and keep them in a constant:
 *
 * <pre>{@code
 * static final TransactionSettings TRANSFER =
 *     TransactionSettings.builder().name("transfer").timeout(Duration.ofSeconds(2)).build();
 *
 * transactions.run(TRANSFER, tx -> ...);
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class TransactionSettings {

  private static final TransactionSettings DEFAULTS = builder().build();

  private final Builder set; // a copy of its own, which never changes

  private TransactionSettings(Builder builder) {
    set = new Builder(builder);
  }

  /**
   * Returns the defaults: no name, no timeout, reads and writes; the options of the manager decide
   * the rest.
   */
  public static TransactionSettings ofDefaults() {
    return DEFAULTS;
  }

  /**
   * Returns the defaults, with a {@linkplain Builder#name name}.
   *
   * @throws IllegalArgumentException if the name is invalid
   */
  public static TransactionSettings named(String name) {
    return builder().name(name).build();
  }

  /** Returns a builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder that starts from these settings. */
  public Builder toBuilder() {
    return new Builder(set);
  }

  /** Returns the name of transactions of this kind; empty if they have none. */
  public Optional<String> name() {
    return set.name;
  }

  /** Returns how long the transaction may take; empty if there is no limit. */
  public Optional<Duration> timeout() {
    return set.timeout;
  }

  /** Returns whether every write is refused. */
  public boolean isReadOnly() {
    return set.readOnly;
  }

  /** Returns the policy after a conflict; empty for that of the manager's options. */
  public Optional<RetryPolicy> retryPolicy() {
    return set.retryPolicy;
  }

  /** Returns the executor of asynchronous user code; empty for that of the manager. */
  public Optional<Executor> executor() {
    return set.executor;
  }

  @Override
  public String toString() {
    return "TransactionSettings[name=%s, timeout=%s, readOnly=%s, retryPolicy=%s, executor=%s]"
        .formatted(
            set.name.orElse("none"),
            set.timeout.map(Duration::toString).orElse("none"),
            set.readOnly,
            set.retryPolicy.map(RetryPolicy::toString).orElse("default"),
            set.executor.isPresent() ? "own" : "default");
  }

  /**
   * Builds {@link TransactionSettings}. Every setter refuses invalid values with an {@link
   * IllegalArgumentException}. Not thread-safe.
   */
  public static final class Builder {

    private Optional<String> name = Optional.empty();
    private Optional<Duration> timeout = Optional.empty();
    private boolean readOnly;
    private Optional<RetryPolicy> retryPolicy = Optional.empty();
    private Optional<Executor> executor = Optional.empty();

    private Builder() {}

    private Builder(Builder other) {
      name = other.name;
      timeout = other.timeout;
      readOnly = other.readOnly;
      retryPolicy = other.retryPolicy;
      executor = other.executor;
    }

    /**
     * Names transactions of this kind in exceptions, logs, traces and metrics. Use one name for all
     * of a kind ("transfer"), without keys or numbers: metrics are kept by name.
     *
     * @param name 1 to 64 visible characters, with blanks inside
     */
    public Builder name(String name) {
      this.name = Optional.of(SettingChecks.name("name", name));
      return this;
    }

    /**
     * Limits how long the transaction may take, all of its attempts together, from the call that
     * begins it. After that no attempt begins, no call waits for a request any more, and every call
     * fails. The exception is a {@link TransactionTimeoutException}, surely not committed, or, if
     * the commit was just taking effect, a {@link CommitOutcomeUnknownException}. Running user code
     * is not interrupted; its next call fails, or else the commit. Default: only the {@link
     * RetryPolicy} and the timeouts of requests limit it.
     *
     * @param timeout at least 1 ms, at most a hundred years
     */
    public Builder timeout(Duration timeout) {
      this.timeout =
          Optional.of(SettingChecks.wholeMillis("timeout", timeout, "leave it out for no limit"));
      return this;
    }

    /**
     * Sets whether every write is refused with a {@link NotCommittedException}, so that none
     * happens by mistake. Read-only transactions never {@linkplain RowlockOptions#escalateAfter
     * lock} what they have read, however often they conflict: they delay no writer of another
     * process and need no permission to write. If the user may write, they settle locks of dead
     * clients, as every reader does.
     */
    public Builder readOnly(boolean readOnly) {
      this.readOnly = readOnly;
      return this;
    }

    /**
     * Replaces the policy of the manager's options. It has no effect on transactions of {@link
     * TransactionManager#begin(TransactionSettings) begin}, which are never repeated.
     */
    public Builder retryPolicy(RetryPolicy policy) {
      this.retryPolicy = Optional.of(Objects.requireNonNull(policy, "policy"));
      return this;
    }

    /**
     * Sets the executor that runs the transaction's asynchronous user code and completes its
     * futures, instead of the executor of the manager's options: for example the event loop that a
     * request came from. The manager never closes it. {@link RowlockOptions#executor} describes
     * what happens to work that it rejects.
     */
    public Builder executor(Executor executor) {
      this.executor = Optional.of(Objects.requireNonNull(executor, "executor"));
      return this;
    }

    /** Returns the settings. The builder may be used further. */
    public TransactionSettings build() {
      return new TransactionSettings(this);
    }
  }
}
