package io.rowlock;

import io.opentelemetry.api.OpenTelemetry;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Collects the settings of {@link TransactionOptions}, where each is described. Every setter
 * refuses what makes no sense with an {@link IllegalArgumentException}. Not thread-safe.
 */
public final class TransactionOptionsBuilder {

  private static final int MIN_CELL_BYTES = 1024;

  private Duration lease = Duration.ofSeconds(5);
  private Duration lockWait = Duration.ofSeconds(1);
  private int maxRows = 10_000;
  private int maxCellBytes = 10 * 1024 * 1024;
  private boolean waitForRollForward;
  private int maxBackgroundTransactions = 1000;
  private boolean parallelCommit = true;
  private RetryPolicy retryPolicy = RetryPolicy.ofDefaults();
  private int escalateAfter = 3;
  private Duration rpcTimeout = Duration.ofSeconds(10);
  private Duration operationTimeout = Duration.ofSeconds(30);
  private int maxRequestsPerServer = 64;
  private Optional<Executor> executor = Optional.empty();
  private Duration slowTransaction = Duration.ofSeconds(10);
  private Optional<OpenTelemetry> openTelemetry = Optional.empty();

  TransactionOptionsBuilder() {}

  TransactionOptionsBuilder(TransactionOptions options) {
    lease = options.lease();
    lockWait = options.lockWait();
    maxRows = options.maxRows();
    maxCellBytes = options.maxCellBytes();
    waitForRollForward = options.waitForRollForward();
    maxBackgroundTransactions = options.maxBackgroundTransactions();
    parallelCommit = options.parallelCommit();
    retryPolicy = options.retryPolicy();
    escalateAfter = options.escalateAfter();
    rpcTimeout = options.rpcTimeout();
    operationTimeout = options.operationTimeout();
    maxRequestsPerServer = options.maxRequestsPerServer();
    executor = options.executor();
    slowTransaction = options.slowTransaction();
    openTelemetry = options.openTelemetry();
  }

  /** See {@link TransactionOptions#lease}. */
  public TransactionOptionsBuilder lease(Duration lease) {
    this.lease =
        SettingChecks.positive(
            "lease", lease, "it has to outlast the pauses of a living client; 5 s is the default");
    return this;
  }

  /** See {@link TransactionOptions#lockWait}. */
  public TransactionOptionsBuilder lockWait(Duration wait) {
    this.lockWait =
        SettingChecks.positive(
            "lockWait", wait, "Duration.ofMillis(1) hardly waits; 1 s is the default");
    return this;
  }

  /** See {@link TransactionOptions#maxRows}. */
  public TransactionOptionsBuilder maxRows(int rows) {
    this.maxRows = SettingChecks.positive("maxRows", rows, "10,000 is the default");
    return this;
  }

  /** See {@link TransactionOptions#maxCellBytes}; at least 1 KiB. */
  public TransactionOptionsBuilder maxCellBytes(int bytes) {
    this.maxCellBytes =
        SettingChecks.atLeast(
            "maxCellBytes", bytes, MIN_CELL_BYTES, "take what the servers accept, usually 10 MiB");
    return this;
  }

  /** See {@link TransactionOptions#waitForRollForward}. */
  public TransactionOptionsBuilder waitForRollForward(boolean wait) {
    this.waitForRollForward = wait;
    return this;
  }

  /** See {@link TransactionOptions#maxBackgroundTransactions}. */
  public TransactionOptionsBuilder maxBackgroundTransactions(int transactions) {
    this.maxBackgroundTransactions =
        SettingChecks.positive(
            "maxBackgroundTransactions",
            transactions,
            "to leave nothing in the background, set waitForRollForward");
    return this;
  }

  /** See {@link TransactionOptions#parallelCommit}. */
  public TransactionOptionsBuilder parallelCommit(boolean parallel) {
    this.parallelCommit = parallel;
    return this;
  }

  /** See {@link TransactionOptions#retryPolicy}. */
  public TransactionOptionsBuilder retryPolicy(RetryPolicy policy) {
    this.retryPolicy = policy;
    return this;
  }

  /** See {@link TransactionOptions#escalateAfter}; positive. */
  public TransactionOptionsBuilder escalateAfter(int attempts) {
    this.escalateAfter =
        SettingChecks.positive(
            "escalateAfter",
            attempts,
            "Integer.MAX_VALUE never locks rows ahead; 3 is the default");
    return this;
  }

  /** See {@link TransactionOptions#rpcTimeout}; at least 1 ms, and no longer than the other one. */
  public TransactionOptionsBuilder rpcTimeout(Duration timeout) {
    this.rpcTimeout = SettingChecks.wholeMillis("rpcTimeout", timeout, "10 s is the default");
    return this;
  }

  /** See {@link TransactionOptions#operationTimeout}; at least 1 ms. */
  public TransactionOptionsBuilder operationTimeout(Duration timeout) {
    this.operationTimeout =
        SettingChecks.wholeMillis("operationTimeout", timeout, "30 s is the default");
    return this;
  }

  /** See {@link TransactionOptions#maxRequestsPerServer}. */
  public TransactionOptionsBuilder maxRequestsPerServer(int requests) {
    this.maxRequestsPerServer =
        SettingChecks.positive("maxRequestsPerServer", requests, "64 is the default");
    return this;
  }

  /** See {@link TransactionOptions#executor}. The manager never closes it. */
  public TransactionOptionsBuilder executor(Executor executor) {
    this.executor = Optional.of(executor);
    return this;
  }

  /** See {@link TransactionOptions#slowTransaction}; zero logs none. */
  public TransactionOptionsBuilder slowTransaction(Duration slow) {
    this.slowTransaction =
        SettingChecks.notNegative("slowTransaction", slow, "zero logs none; 10 s is the default");
    return this;
  }

  /** See {@link TransactionOptions#openTelemetry}. The manager never closes it. */
  public TransactionOptionsBuilder openTelemetry(OpenTelemetry openTelemetry) {
    this.openTelemetry = Optional.of(openTelemetry);
    return this;
  }

  /**
   * The options. The builder may be used on.
   *
   * @throws IllegalArgumentException when two settings contradict each other
   */
  public TransactionOptions build() {
    SettingChecks.notLonger("rpcTimeout", rpcTimeout, "operationTimeout", operationTimeout);
    ProtocolSettings protocol =
        new ProtocolSettings(
            lease,
            lockWait,
            maxRows,
            maxCellBytes,
            waitForRollForward,
            maxBackgroundTransactions,
            parallelCommit);
    return new TransactionOptions(
        protocol,
        retryPolicy,
        escalateAfter,
        rpcTimeout,
        operationTimeout,
        maxRequestsPerServer,
        executor,
        slowTransaction,
        openTelemetry);
  }
}
