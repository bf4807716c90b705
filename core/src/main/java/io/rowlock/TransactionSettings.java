package io.rowlock;

import java.util.Objects;
import java.util.Optional;

/**
 * What one transaction, or all of a kind, shall be like; {@link TransactionOptions} hold for all
 * transactions of a manager. Made once, and kept in a constant:
 *
 * <pre>{@code
 * static final TransactionSettings TRANSFER = TransactionSettings.named("transfer");
 *
 * transactions.run(TRANSFER, tx -> ...);
 * }</pre>
 *
 * <p>Immutable and thread-safe: every {@code with} method returns settings that differ from these
 * in one thing.
 */
public final class TransactionSettings {

  private static final TransactionSettings DEFAULTS =
      new TransactionSettings(Optional.empty(), Optional.empty());

  private final Optional<String> name;
  private final Optional<RetryPolicy> retryPolicy;

  private TransactionSettings(Optional<String> name, Optional<RetryPolicy> retryPolicy) {
    this.name = name;
    this.retryPolicy = retryPolicy;
  }

  /** No name, and what the options of the manager say. */
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
    return new TransactionSettings(Optional.of(SettingChecks.name("name", name)), retryPolicy);
  }

  /**
   * What is done after a conflict, in place of the policy of the options. Without effect on
   * transactions that {@link TransactionManager#begin(TransactionSettings) begin} makes: they are
   * never repeated.
   */
  public TransactionSettings withRetryPolicy(RetryPolicy policy) {
    return new TransactionSettings(name, Optional.of(Objects.requireNonNull(policy, "policy")));
  }

  /** What transactions of this kind are called; empty when they have no name. */
  public Optional<String> name() {
    return name;
  }

  /** What is done after a conflict; empty when it is what the options of the manager say. */
  public Optional<RetryPolicy> retryPolicy() {
    return retryPolicy;
  }

  @Override
  public String toString() {
    return "TransactionSettings[name=%s, retryPolicy=%s]"
        .formatted(name.orElse("none"), retryPolicy.map(RetryPolicy::toString).orElse("default"));
  }
}
