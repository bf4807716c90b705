package io.rowlock;

import io.opentelemetry.api.OpenTelemetry;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.hadoop.conf.Configuration;

/**
 * The settings of a {@link TransactionManager}. Immutable and thread-safe. Clients that differ in
 * them work together correctly; it costs at most speed.
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
public final class TransactionOptions {

  private final ProtocolSettings protocol;
  private final RetryPolicy retryPolicy;
  private final int escalateAfter;
  private final Duration rpcTimeout;
  private final Duration operationTimeout;
  private final int maxRequestsPerServer;
  private final Optional<Executor> executor;
  private final Duration slowTransaction;
  private final Optional<OpenTelemetry> openTelemetry;

  TransactionOptions(
      ProtocolSettings protocol,
      RetryPolicy retryPolicy,
      int escalateAfter,
      Duration rpcTimeout,
      Duration operationTimeout,
      int maxRequestsPerServer,
      Optional<Executor> executor,
      Duration slowTransaction,
      Optional<OpenTelemetry> openTelemetry) {
    this.protocol = protocol;
    this.retryPolicy = retryPolicy;
    this.escalateAfter = escalateAfter;
    this.rpcTimeout = rpcTimeout;
    this.operationTimeout = operationTimeout;
    this.maxRequestsPerServer = maxRequestsPerServer;
    this.executor = executor;
    this.slowTransaction = slowTransaction;
    this.openTelemetry = openTelemetry;
  }

  /** The defaults of the table above. */
  public static TransactionOptions ofDefaults() {
    return builder().build();
  }

  /**
   * The settings of a configuration, defaults where it says nothing.
   *
   * @throws IllegalArgumentException when a value makes no sense; the message names the key
   */
  public static TransactionOptions from(Configuration configuration) {
    return new ConfiguredOptions(configuration).read();
  }

  /** A builder that starts from the defaults. */
  public static TransactionOptionsBuilder builder() {
    return new TransactionOptionsBuilder();
  }

  /** A builder that starts from these options. */
  public TransactionOptionsBuilder toBuilder() {
    return new TransactionOptionsBuilder(this);
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
}
