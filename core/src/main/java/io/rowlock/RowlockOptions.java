package io.rowlock;

import io.opentelemetry.api.OpenTelemetry;
import io.rowlock.internal.engine.EngineSettings;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.hadoop.conf.Configuration;

/**
 * The options of a {@link TransactionManager}; {@link TransactionSettings} are those of one kind of
 * transaction. Immutable and thread-safe. Clients with different options work together correctly;
 * the difference costs at most speed.
 *
 * <p>{@link #from} reads them from HBase's configuration, durations in milliseconds:
 *
 * <table>
 * <caption>Keys in a configuration</caption>
 * <tr><th>key</th><th>setting</th><th>default</th></tr>
 * <tr><td>rowlock.lease</td><td>{@link #lease}</td><td>5000</td></tr>
 * <tr><td>rowlock.lock.wait</td><td>{@link #lockWait}</td><td>1000</td></tr>
 * <tr><td>rowlock.rpc.timeout</td><td>{@link #rpcTimeout}</td><td>10000</td></tr>
 * <tr><td>rowlock.operation.timeout</td><td>{@link #operationTimeout}</td><td>150000</td></tr>
 * <tr><td>rowlock.server.max.requests</td><td>{@link #maxRequestsPerServer}</td><td>64</td></tr>
 * <tr><td>rowlock.max.rows</td><td>{@link #maxRows}</td><td>10000</td></tr>
 * <tr><td>hbase.client.keyvalue.maxsize</td><td>{@link #maxCellBytes}</td><td>10485760</td></tr>
 * <tr><td>hbase.server.keyvalue.maxsize</td><td>{@link #maxCellBytes}</td><td>10485760</td></tr>
 * <tr><td>rowlock.wait.for.roll.forward</td><td>{@link #waitForRollForward}</td><td>false</td></tr>
 * <tr><td>rowlock.background.max.transactions</td><td>{@link #maxBackgroundTransactions}</td>
 *     <td>1000</td></tr>
 * <tr><td>rowlock.escalate.after</td><td>{@link #escalateAfter}</td><td>3</td></tr>
 * <tr><td>rowlock.slow.transaction</td><td>{@link #slowTransaction}</td><td>10000</td></tr>
 * <tr><td>rowlock.retry.max.attempts</td><td>{@link RetryPolicy#maxAttempts}</td><td>any</td></tr>
 * <tr><td>rowlock.retry.max.elapsed</td><td>{@link RetryPolicy#maxElapsed}</td><td>180000</td></tr>
 * <tr><td>rowlock.retry.first.delay</td><td>{@link RetryPolicy#firstDelay}</td><td>5</td></tr>
 * <tr><td>rowlock.retry.max.delay</td><td>{@link RetryPolicy#maxDelay}</td><td>500</td></tr>
 * </table>
 *
 * <p>The defaults of {@code rowlock.operation.timeout} and {@code rowlock.retry.max.elapsed} are
 * for HBase's default session of 90 s. If {@code zookeeper.session.timeout} is shorter, they are 60
 * s and 90 s longer than it.
 */
public final class RowlockOptions {

  private final Builder set; // a copy of its own, which never changes

  private RowlockOptions(Builder builder) {
    set = new Builder(builder);
  }

  /** Returns the defaults of the table above. */
  public static RowlockOptions ofDefaults() {
    return builder().build();
  }

  /**
   * Returns the options of a configuration, with defaults for missing keys.
   *
   * @throws IllegalArgumentException if a value is invalid; the message names the key
   */
  public static RowlockOptions from(Configuration configuration) {
    return new ConfiguredOptions(configuration).read();
  }

  /** Returns a builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder that starts from these options. */
  public Builder toBuilder() {
    return new Builder(set);
  }

  /**
   * Returns how long a lock must be seen unchanged before its owner counts as dead and the next
   * client that meets the lock settles it. A wrong guess costs the owner a conflict. Default: 5 s.
   */
  public Duration lease() {
    return set.lease;
  }

  /**
   * Returns how long one read waits for a lock whose transaction is undecided before it fails with
   * a conflict. Default: 1 s.
   */
  public Duration lockWait() {
    return set.lockWait;
  }

  /**
   * Returns what {@code call}, {@code run} and their asynchronous twins do by default after a
   * conflict.
   */
  public RetryPolicy retryPolicy() {
    return set.retryPolicy;
  }

  /**
   * Returns the number of attempts lost to conflicts after which {@code call}, {@code run} and
   * their asynchronous twins escalate: they lock the rows that the last attempt read and wrote
   * before they run the user's code again, so that no other transaction can write them meanwhile. A
   * lock on a row that is only read needs the permission to write it; without it the transaction
   * continues as before. {@code Integer.MAX_VALUE}: never. Default: 3.
   */
  public int escalateAfter() {
    return set.escalateAfter;
  }

  /** Returns the largest number of rows that one transaction may write. Default: 10,000. */
  public int maxRows() {
    return set.maxRows;
  }

  /**
   * Returns the largest cell, in bytes, that the servers accept: a transaction that would need a
   * larger one is refused before it writes anything. Default: 10 MiB, as HBase's. Of the two keys
   * in a configuration the smaller value counts; zero or less is no limit.
   */
  public int maxCellBytes() {
    return set.maxCellBytes;
  }

  /**
   * Returns whether commit waits until the locks are cleaned up, too. This is slower; it is for raw
   * readers that must see committed values at once. Default: false.
   */
  public boolean waitForRollForward() {
    return set.waitForRollForward;
  }

  /**
   * Returns how many committed transactions may have clean-up work outstanding; if there are more,
   * a commit waits for its own. Default: 1,000.
   */
  public int maxBackgroundTransactions() {
    return set.maxBackgroundTransactions;
  }

  /**
   * Returns how long one attempt of one request may take. Default: 10 s, longer than the lease: if
   * a request times out while the server still works on it, settling the doubt costs more requests
   * than a longer wait would.
   */
  public Duration rpcTimeout() {
    return set.rpcTimeout;
  }

  /**
   * Returns how long a read or write may take with all its repetitions. Default: 150 s, in which
   * HBase notices that a region server is lost (90 s by default) and recovers its regions; HBase's
   * own 20 minutes would hold locks and callers for as long. {@link #from} derives it from the
   * configured session.
   */
  public Duration operationTimeout() {
    return set.operationTimeout;
  }

  /**
   * Returns how many requests may be under way to one region server at once; more wait in the
   * client. Default: 64.
   */
  public int maxRequestsPerServer() {
    return set.maxRequestsPerServer;
  }

  /**
   * Returns the executor that runs asynchronous user code and completes the futures that users get.
   * Default (empty): a small pool of daemon threads that the manager owns; provide another one for
   * callbacks that block for long. In an executor that runs tasks in the calling thread, callbacks
   * must not wait for another transaction: the manager's own work is to go on in that thread.
   *
   * <p>If the executor refuses user code, it does not start, and its call fails with what the
   * executor threw; nothing is committed then. If it refuses to complete a future of a transaction
   * that had started before, the common pool of {@link java.util.concurrent.ForkJoinPool} completes
   * it.
   */
  public Optional<Executor> executor() {
    return set.executor;
  }

  /**
   * Returns the duration from which a transaction, all attempts together, is slow: then one line
   * about it is logged as a warning of {@code io.rowlock.slow}, at most one a second. Zero: never.
   * Default: 10 s, which only a transaction that has waited for others takes.
   */
  public Duration slowTransaction() {
    return set.slowTransaction;
  }

  /**
   * Returns where traces and metrics go. Default (empty): to OpenTelemetry's global instance at the
   * creation of the manager, as with HBase's own client; without one, nowhere.
   */
  public Optional<OpenTelemetry> openTelemetry() {
    return set.openTelemetry;
  }

  ProtocolSettings protocol() {
    return new ProtocolSettings(
        set.lease,
        set.lockWait,
        set.maxRows,
        set.maxCellBytes,
        set.waitForRollForward,
        set.maxBackgroundTransactions);
  }

  EngineSettings engine() {
    return new EngineSettings(
        protocol(),
        set.rpcTimeout,
        set.operationTimeout,
        set.maxRequestsPerServer,
        set.executor,
        set.slowTransaction,
        set.openTelemetry);
  }

  /**
   * Builds {@link RowlockOptions}, whose getters describe the options. Every setter, and {@link
   * #build}, refuses invalid values with an {@link IllegalArgumentException}. Not thread-safe.
   */
  public static final class Builder {

    private static final int MIN_CELL_BYTES = 1024;

    private Duration lease = Duration.ofSeconds(5);
    private Duration lockWait = Duration.ofSeconds(1);
    private int maxRows = 10_000;
    private int maxCellBytes = 10 * 1024 * 1024;
    private boolean waitForRollForward;
    private int maxBackgroundTransactions = 1000;
    private RetryPolicy retryPolicy = RetryPolicy.ofDefaults();
    private int escalateAfter = 3;
    private Duration rpcTimeout = Duration.ofSeconds(10);
    private Duration operationTimeout = RecoveryTimes.DEFAULT.operationTimeout();
    private int maxRequestsPerServer = 64;
    private Optional<Executor> executor = Optional.empty();
    private Duration slowTransaction = Duration.ofSeconds(10);
    private Optional<OpenTelemetry> openTelemetry = Optional.empty();

    private Builder() {}

    private Builder(Builder other) {
      lease = other.lease;
      lockWait = other.lockWait;
      maxRows = other.maxRows;
      maxCellBytes = other.maxCellBytes;
      waitForRollForward = other.waitForRollForward;
      maxBackgroundTransactions = other.maxBackgroundTransactions;
      retryPolicy = other.retryPolicy;
      escalateAfter = other.escalateAfter;
      rpcTimeout = other.rpcTimeout;
      operationTimeout = other.operationTimeout;
      maxRequestsPerServer = other.maxRequestsPerServer;
      executor = other.executor;
      slowTransaction = other.slowTransaction;
      openTelemetry = other.openTelemetry;
    }

    /** Sets {@link RowlockOptions#lease}. */
    public Builder lease(Duration lease) {
      this.lease =
          SettingChecks.positive(
              "lease",
              lease,
              "it must be longer than the pauses of a live client; 5 s is the default");
      return this;
    }

    /** Sets {@link RowlockOptions#lockWait}. */
    public Builder lockWait(Duration wait) {
      this.lockWait =
          SettingChecks.positive(
              "lockWait", wait, "Duration.ofMillis(1) hardly waits; 1 s is the default");
      return this;
    }

    /** Sets {@link RowlockOptions#maxRows}. */
    public Builder maxRows(int rows) {
      this.maxRows = SettingChecks.positive("maxRows", rows, "10,000 is the default");
      return this;
    }

    /** Sets {@link RowlockOptions#maxCellBytes}; at least 1 KiB. */
    public Builder maxCellBytes(int bytes) {
      this.maxCellBytes =
          SettingChecks.atLeast(
              "maxCellBytes",
              bytes,
              MIN_CELL_BYTES,
              "take what the servers accept, usually 10 MiB");
      return this;
    }

    /** Sets {@link RowlockOptions#waitForRollForward}. */
    public Builder waitForRollForward(boolean wait) {
      this.waitForRollForward = wait;
      return this;
    }

    /** Sets {@link RowlockOptions#maxBackgroundTransactions}. */
    public Builder maxBackgroundTransactions(int transactions) {
      this.maxBackgroundTransactions =
          SettingChecks.positive(
              "maxBackgroundTransactions",
              transactions,
              "to leave nothing in the background, set waitForRollForward");
      return this;
    }

    /** Sets {@link RowlockOptions#retryPolicy}. */
    public Builder retryPolicy(RetryPolicy policy) {
      this.retryPolicy = policy;
      return this;
    }

    /** Sets {@link RowlockOptions#escalateAfter}; positive. */
    public Builder escalateAfter(int attempts) {
      this.escalateAfter =
          SettingChecks.positive(
              "escalateAfter",
              attempts,
              "Integer.MAX_VALUE never locks rows ahead; 3 is the default");
      return this;
    }

    /**
     * Sets {@link RowlockOptions#rpcTimeout}; at least 1 ms, and no longer than the operation
     * timeout.
     */
    public Builder rpcTimeout(Duration timeout) {
      this.rpcTimeout = SettingChecks.wholeMillis("rpcTimeout", timeout, "10 s is the default");
      return this;
    }

    /** Sets {@link RowlockOptions#operationTimeout}; at least 1 ms. */
    public Builder operationTimeout(Duration timeout) {
      this.operationTimeout =
          SettingChecks.wholeMillis("operationTimeout", timeout, "150 s is the default");
      return this;
    }

    /** Sets {@link RowlockOptions#maxRequestsPerServer}. */
    public Builder maxRequestsPerServer(int requests) {
      this.maxRequestsPerServer =
          SettingChecks.positive("maxRequestsPerServer", requests, "64 is the default");
      return this;
    }

    /** Sets {@link RowlockOptions#executor}. The manager never closes it. */
    public Builder executor(Executor executor) {
      this.executor = Optional.of(executor);
      return this;
    }

    /** Sets {@link RowlockOptions#slowTransaction}; zero logs none. */
    public Builder slowTransaction(Duration slow) {
      this.slowTransaction =
          SettingChecks.notNegative("slowTransaction", slow, "zero logs none; 10 s is the default");
      return this;
    }

    /** Sets {@link RowlockOptions#openTelemetry}. The manager never closes it. */
    public Builder openTelemetry(OpenTelemetry openTelemetry) {
      this.openTelemetry = Optional.of(openTelemetry);
      return this;
    }

    /**
     * Returns the options. The builder may be used further.
     *
     * @throws IllegalArgumentException if two settings contradict each other
     */
    public RowlockOptions build() {
      SettingChecks.notLonger("rpcTimeout", rpcTimeout, "operationTimeout", operationTimeout);
      return new RowlockOptions(this);
    }
  }
}
