package io.rowlock;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * What one transaction, or all of a kind, shall be like; {@link TransactionOptions} hold for all
 * transactions of a manager. Made once, and kept in a constant:
 *
 * <pre>{@code
 * static final TransactionSettings TRANSFER =
 *     TransactionSettings.named("transfer").withTimeout(Duration.ofSeconds(2));
 *
 * transactions.run(TRANSFER, tx -> ...);
 * }</pre>
 *
 * <p>Immutable and thread-safe: every {@code with} method returns settings that differ from these
 * in one thing.
 */
public final class TransactionSettings {

  private static final TransactionSettings DEFAULTS =
      new TransactionSettings(
          Optional.empty(), Optional.empty(), false, Optional.empty(), Optional.empty());

  private final Optional<String> name;
  private final Optional<Duration> timeout;
  private final boolean readOnly;
  private final Optional<RetryPolicy> retryPolicy;
  private final Optional<Executor> executor;

  private TransactionSettings(
      Optional<String> name,
      Optional<Duration> timeout,
      boolean readOnly,
      Optional<RetryPolicy> retryPolicy,
      Optional<Executor> executor) {
    this.name = name;
    this.timeout = timeout;
    this.readOnly = readOnly;
    this.retryPolicy = retryPolicy;
    this.executor = executor;
  }

  /** No name, no timeout, reads and writes; for the rest what the options of the manager say. */
  public static TransactionSettings ofDefaults() {
    return DEFAULTS;
  }

  /** The defaults, with a {@linkplain #withName name}. */
  public static TransactionSettings named(String name) {
    return DEFAULTS.withName(name);
  }

  /**
   * Names transactions of this kind in exceptions, logs, traces and metrics. The same for all of a
   * kind ("transfer"), never with a key or number in it: metrics are kept by name.
   *
   * @param name 1 to 64 visible characters, with blanks inside
   * @throws IllegalArgumentException when it is no such name
   */
  public TransactionSettings withName(String name) {
    Optional<String> checked = Optional.of(SettingChecks.name("name", name));
    return new TransactionSettings(checked, timeout, readOnly, retryPolicy, executor);
  }

  /**
   * How long the transaction may take, all of its attempts together, from the call that begins it.
   * After that no attempt begins, nobody waits for a request any more, and every call fails: with a
   * {@link TransactionTimeoutException}, surely not committed, unless the commit was just taking
   * effect; then with a {@link CommitOutcomeUnknownException}. User code that is running is not
   * interrupted; its next call fails, or else the commit. Default: no limit but that of the {@link
   * RetryPolicy}, and of every request.
   *
   * @param timeout at least 1 ms
   * @throws IllegalArgumentException when it is shorter, or longer than a hundred years
   */
  public TransactionSettings withTimeout(Duration timeout) {
    Optional<Duration> checked =
        Optional.of(SettingChecks.wholeMillis("timeout", timeout, "leave it out for no limit"));
    return new TransactionSettings(name, checked, readOnly, retryPolicy, executor);
  }

  /**
   * For transactions that only read: every write is refused with a {@link TransactionException}, so
   * that none happens by mistake. They never {@linkplain TransactionOptions#escalateAfter lock}
   * what they have read, however often they conflict, and so hold up no writer of another process
   * and need no permission to write. They settle locks that dead clients have left, as every reader
   * does, where they may write.
   */
  public TransactionSettings withReadOnly() {
    return new TransactionSettings(name, timeout, true, retryPolicy, executor);
  }

  /**
   * What is done after a conflict, in place of the policy of the options. Without effect on
   * transactions that {@link TransactionManager#begin(TransactionSettings) begin} makes: they are
   * never repeated.
   */
  public TransactionSettings withRetryPolicy(RetryPolicy policy) {
    Optional<RetryPolicy> given = Optional.of(Objects.requireNonNull(policy, "policy"));
    return new TransactionSettings(name, timeout, readOnly, given, executor);
  }

  /**
   * Runs the transaction's asynchronous user code and completes its futures, in place of the
   * executor of the options: the event loop that a request came from, say. Never closed here. What
   * it refuses is treated as {@link TransactionOptions#executor} says.
   */
  public TransactionSettings withExecutor(Executor executor) {
    Optional<Executor> given = Optional.of(Objects.requireNonNull(executor, "executor"));
    return new TransactionSettings(name, timeout, readOnly, retryPolicy, given);
  }

  /** What transactions of this kind are called; empty when they have no name. */
  public Optional<String> name() {
    return name;
  }

  /** How long the transaction may take; empty when there is no limit. */
  public Optional<Duration> timeout() {
    return timeout;
  }

  /** True when every write is refused. */
  public boolean isReadOnly() {
    return readOnly;
  }

  /** What is done after a conflict; empty when it is what the options of the manager say. */
  public Optional<RetryPolicy> retryPolicy() {
    return retryPolicy;
  }

  /** Where asynchronous user code runs; empty when it is the executor of the manager. */
  public Optional<Executor> executor() {
    return executor;
  }

  @Override
  public String toString() {
    return "TransactionSettings[name=%s, timeout=%s, readOnly=%s, retryPolicy=%s, executor=%s]"
        .formatted(
            name.orElse("none"),
            timeout.map(Duration::toString).orElse("none"),
            readOnly,
            retryPolicy.map(RetryPolicy::toString).orElse("default"),
            executor.isPresent() ? "own" : "default");
  }
}
