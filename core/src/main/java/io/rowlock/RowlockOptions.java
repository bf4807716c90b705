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
 * <tr><td>rowlock.operation.timeout</td><td>{@link #operationTimeout}</td><td>30000</td></tr>
 * <tr><td>rowlock.server.max.requests</td><td>{@link #maxRequestsPerServer}</td><td>64</td></tr>
 * <tr><td>rowlock.max.rows</td><td>{@link #maxRows}</td><td>10000</td></tr>
 * <tr><td>hbase.client.keyvalue.maxsize</td><td>{@link #maxCellBytes}</td><td>10485760</td></tr>
 * <tr><td>hbase.server.keyvalue.maxsize</td><td>{@link #maxCellBytes}</td><td>10485760</td></tr>
 * <tr><td>rowlock.wait.for.roll.forward</td><td>{@link #waitForRollForward}</td><td>false</td></tr>
 * <tr><td>rowlock.background.max.transactions</td><td>{@link #maxBackgroundTransactions}</td>
 *     <td>1000</td></tr>
 * <tr><td>rowlock.escalate.after</td><td>{@link #escalateAfter}</td><td>3</td></tr>
 * <tr><td>rowlock.parallel.commit</td><td>{@link #parallelCommit}</td><td>true</td></tr>
 * <tr><td>rowlock.slow.transaction</td><td>{@link #slowTransaction}</td><td>10000</td></tr>
 * <tr><td>rowlock.retry.max.attempts</td><td>{@link RetryPolicy#maxAttempts}</td><td>any</td></tr>
 * <tr><td>rowlock.retry.max.elapsed</td><td>{@link RetryPolicy#maxElapsed}</td><td>30000</td></tr>
 * <tr><td>rowlock.retry.first.delay</td><td>{@link RetryPolicy#firstDelay}</td><td>5</td></tr>
 * <tr><td>rowlock.retry.max.delay</td><td>{@link RetryPolicy#maxDelay}</td><td>500</td></tr>
 * </table>
 */
public final class RowlockOptions {

  private final ProtocolSettings protocol;
  private final RetryPolicy retryPolicy;
  private final int escalateAfter;
  private final Duration rpcTimeout;
  private final Duration operationTimeout;
  private final int maxRequestsPerServer;
  private final Optional<Executor> executor;
  private final Duration slowTransaction;
  private final Optional<OpenTelemetry> openTelemetry;

  private RowlockOptions(Builder builder) {
    protocol =
        new ProtocolSettings(
            builder.lease,
            builder.lockWait,
            builder.maxRows,
            builder.maxCellBytes,
            builder.waitForRollForward,
            builder.maxBackgroundTransactions,
            builder.parallelCommit);
    retryPolicy = builder.retryPolicy;
    escalateAfter = builder.escalateAfter;
    rpcTimeout = builder.rpcTimeout;
    operationTimeout = builder.operationTimeout;
    maxRequestsPerServer = builder.maxRequestsPerServer;
    executor = builder.executor;
    slowTransaction = builder.slowTransaction;
    openTelemetry = builder.openTelemetry;
  }

  /** The defaults of the table above. */
  public static RowlockOptions ofDefaults() {
    return builder().build();
  }

  /**
   * The settings of a configuration, defaults where it says nothing.
   *
   * @throws IllegalArgumentException when a value makes no sense; the message names the key
   */
  public static RowlockOptions from(Configuration configuration) {
    return new ConfiguredOptions(configuration).read();
  }

  /** A builder that starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts from these options. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /**
   * How long a lock must be seen unchanged before its owner is taken for dead and the lock settled
   * by whoever meets it. A wrong guess costs the owner a conflict. Default: 5 s.
   */
  public Duration lease() {
    return protocol.lease();
  }

  /**
   * How long one read waits for a lock whose transaction is undecided before it gives up with a
   * conflict. Default: 1 s.
   */
  public Duration lockWait() {
    return protocol.lockWait();
  }

  /** What {@code call}, {@code run} and their asynchronous twins do by default after a conflict. */
  public RetryPolicy retryPolicy() {
    return retryPolicy;
  }

  /**
   * After so many attempts lost to conflicts, {@code call}, {@code run} and their asynchronous
   * twins lock the rows that the last one read and wrote before they run the user's code again, so
   * that nobody can write them meanwhile. A lock on a row that is only read needs the permission to
   * write it; without it the transaction goes on as before. {@code Integer.MAX_VALUE}: never.
   * Default: 3.
   */
  public int escalateAfter() {
    return escalateAfter;
  }

  /** Rows at most that one transaction may write. Default: 10,000. */
  public int maxRows() {
    return protocol.maxRows();
  }

  /**
   * The largest cell, in bytes, that the servers accept: a transaction that would need a larger one
   * is refused before it writes anything. Default: 10 MiB, as HBase's. Of the two keys in a
   * configuration the smaller value counts; zero or less is no limit.
   */
  public int maxCellBytes() {
    return protocol.maxCellBytes();
  }

  /**
   * Whether commit waits until the locks are cleaned up, too. Slower; for raw readers that must see
   * what was committed at once. Default: false.
   */
  public boolean waitForRollForward() {
    return protocol.waitForRollForward();
  }

  /**
   * Committed transactions whose cleaning up may be outstanding; with more of them commit waits for
   * its own. Default: 1,000.
   */
  public int maxBackgroundTransactions() {
    return protocol.maxBackgroundTransactions();
  }

  /**
   * Whether a transaction of several rows that has written all it has read is committed as soon as
   * the locks of all of its rows are written: commit returns after one round of requests instead of
   * two. The price is one more request in the background, behind which others wait that want one of
   * the rows; where the rows are contended, or the servers busy rather than far away, it may be
   * better off without. Default: true.
   */
  public boolean parallelCommit() {
    return protocol.parallelCommit();
  }

  /**
   * How long one attempt of one request may take. Default: 10 s, longer than the lease: a request
   * that times out while the server still works on it leaves a doubt that costs more requests to
   * settle than patience would.
   */
  public Duration rpcTimeout() {
    return rpcTimeout;
  }

  /**
   * How long a read or write may take with all its repetitions. Default: 30 s, enough for regions
   * to move; HBase's own 20 minutes would hold locks and callers for as long.
   */
  public Duration operationTimeout() {
    return operationTimeout;
  }

  /** Requests that may be under way to one region server at once; more wait here. Default: 64. */
  public int maxRequestsPerServer() {
    return maxRequestsPerServer;
  }

  /**
   * Runs asynchronous user code and completes the futures that users get. Default (empty): a small
   * pool of daemon threads that the manager owns; bring another one for callbacks that block long.
   *
   * <p>User code that the executor refuses does not start, and its call fails with what the
   * executor threw; nothing is committed then. Futures that it refuses to complete, of transactions
   * that had started before, complete in the common pool of {@link
   * java.util.concurrent.ForkJoinPool}.
   */
  public Optional<Executor> executor() {
    return executor;
  }

  /**
   * From when on a transaction, all attempts together, is slow: then one line about it is logged as
   * a warning of {@code io.rowlock.slow}, at most one a second. Zero: never. Default: 10 s, which
   * no transaction takes that has not waited for somebody.
   */
  public Duration slowTransaction() {
    return slowTransaction;
  }

  /**
   * Where traces and metrics go. Default (empty): what is registered as OpenTelemetry's global one
   * when the manager is created, as with HBase's own client; nothing, when nothing is.
   */
  public Optional<OpenTelemetry> openTelemetry() {
    return openTelemetry;
  }

  ProtocolSettings protocol() {
    return protocol;
  }

  EngineSettings engine() {
    return new EngineSettings(
        protocol,
        rpcTimeout,
        operationTimeout,
        maxRequestsPerServer,
        executor,
        slowTransaction,
        openTelemetry);
  }

  /**
   * Collects {@link RowlockOptions}, where each is described. Every setter, and {@link #build},
   * refuses what makes no sense with an {@link IllegalArgumentException}. Not thread-safe.
   */
  public static final class Builder {

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

    private Builder() {}

    private Builder(RowlockOptions options) {
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

    /** See {@link RowlockOptions#lease}. */
    public Builder lease(Duration lease) {
      this.lease =
          SettingChecks.positive(
              "lease",
              lease,
              "it has to outlast the pauses of a living client; 5 s is the default");
      return this;
    }

    /** See {@link RowlockOptions#lockWait}. */
    public Builder lockWait(Duration wait) {
      this.lockWait =
          SettingChecks.positive(
              "lockWait", wait, "Duration.ofMillis(1) hardly waits; 1 s is the default");
      return this;
    }

    /** See {@link RowlockOptions#maxRows}. */
    public Builder maxRows(int rows) {
      this.maxRows = SettingChecks.positive("maxRows", rows, "10,000 is the default");
      return this;
    }

    /** See {@link RowlockOptions#maxCellBytes}; at least 1 KiB. */
    public Builder maxCellBytes(int bytes) {
      this.maxCellBytes =
          SettingChecks.atLeast(
              "maxCellBytes",
              bytes,
              MIN_CELL_BYTES,
              "take what the servers accept, usually 10 MiB");
      return this;
    }

    /** See {@link RowlockOptions#waitForRollForward}. */
    public Builder waitForRollForward(boolean wait) {
      this.waitForRollForward = wait;
      return this;
    }

    /** See {@link RowlockOptions#maxBackgroundTransactions}. */
    public Builder maxBackgroundTransactions(int transactions) {
      this.maxBackgroundTransactions =
          SettingChecks.positive(
              "maxBackgroundTransactions",
              transactions,
              "to leave nothing in the background, set waitForRollForward");
      return this;
    }

    /** See {@link RowlockOptions#parallelCommit}. */
    public Builder parallelCommit(boolean parallel) {
      this.parallelCommit = parallel;
      return this;
    }

    /** See {@link RowlockOptions#retryPolicy}. */
    public Builder retryPolicy(RetryPolicy policy) {
      this.retryPolicy = policy;
      return this;
    }

    /** See {@link RowlockOptions#escalateAfter}; positive. */
    public Builder escalateAfter(int attempts) {
      this.escalateAfter =
          SettingChecks.positive(
              "escalateAfter",
              attempts,
              "Integer.MAX_VALUE never locks rows ahead; 3 is the default");
      return this;
    }

    /** See {@link RowlockOptions#rpcTimeout}; at least 1 ms, and no longer than the other one. */
    public Builder rpcTimeout(Duration timeout) {
      this.rpcTimeout = SettingChecks.wholeMillis("rpcTimeout", timeout, "10 s is the default");
      return this;
    }

    /** See {@link RowlockOptions#operationTimeout}; at least 1 ms. */
    public Builder operationTimeout(Duration timeout) {
      this.operationTimeout =
          SettingChecks.wholeMillis("operationTimeout", timeout, "30 s is the default");
      return this;
    }

    /** See {@link RowlockOptions#maxRequestsPerServer}. */
    public Builder maxRequestsPerServer(int requests) {
      this.maxRequestsPerServer =
          SettingChecks.positive("maxRequestsPerServer", requests, "64 is the default");
      return this;
    }

    /** See {@link RowlockOptions#executor}. The manager never closes it. */
    public Builder executor(Executor executor) {
      this.executor = Optional.of(executor);
      return this;
    }

    /** See {@link RowlockOptions#slowTransaction}; zero logs none. */
    public Builder slowTransaction(Duration slow) {
      this.slowTransaction =
          SettingChecks.notNegative("slowTransaction", slow, "zero logs none; 10 s is the default");
      return this;
    }

    /** See {@link RowlockOptions#openTelemetry}. The manager never closes it. */
    public Builder openTelemetry(OpenTelemetry openTelemetry) {
      this.openTelemetry = Optional.of(openTelemetry);
      return this;
    }

    /**
     * Returns the options. The builder may be used on.
     *
     * @throws IllegalArgumentException when two settings contradict each other
     */
    public RowlockOptions build() {
      SettingChecks.notLonger("rpcTimeout", rpcTimeout, "operationTimeout", operationTimeout);
      return new RowlockOptions(this);
    }
  }
}
