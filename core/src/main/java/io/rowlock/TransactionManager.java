package io.rowlock;

import io.rowlock.internal.hbase.SystemClock;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.Surroundings;
import io.rowlock.internal.transaction.TransactionLimits;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.jspecify.annotations.Nullable;

/**
 * The front door: runs transactions, and starts them again when they conflict. Thread-safe; one per
 * process and cluster is enough, and serves any number of threads.
 *
 * <p>{@link #call} and {@link #run} are what most code needs. A transaction that they run may be
 * attempted several times; only a {@link ConflictException} leads to another attempt, never a
 * {@link CommitOutcomeUnknownException}. What the user's code throws passes through unwrapped,
 * unless what the code had read turns out stale: then it was misled, and is run again.
 */
public final class TransactionManager implements AutoCloseable {

  private final Engine engine;
  private final CounterBook counters = new CounterBook();
  private final TransactionFactory transactions;
  private final RetryLoop retries;

  private TransactionManager(Engine engine, TransactionOptions options) {
    this.engine = engine;
    TransactionLimits limits = new TransactionLimits(options.maxRows(), options.maxCellBytes());
    Surroundings surroundings = engine.surroundings();
    DeadlineTimer deadlines =
        new DeadlineTimer(surroundings.clock(), surroundings.scheduler());
    this.transactions = new TransactionFactory(engine, limits, counters, deadlines);
    this.retries =
        new RetryLoop(
            transactions::beginAttempt,
            surroundings,
            counters,
            engine.callbacks(),
            options.escalateAfter(),
            options.retryPolicy());
  }

  /** As {@link #create(Connection, TransactionOptions)}, with the options of its configuration. */
  public static TransactionManager create(Connection connection) throws IOException {
    return create(connection, TransactionOptions.from(connection.getConfiguration()));
  }

  /**
   * A manager for the cluster of a connection. HBase 2 cannot turn a {@code Connection} into an
   * asynchronous one: the manager opens one of its own from the same configuration, as the current
   * user, and closes only that.
   *
   * @throws IOException within 30 s, when the cluster cannot be reached, or when this machine's
   *     clock and the servers' are more than ten minutes apart (beyond one minute a warning is
   *     logged)
   */
  public static TransactionManager create(Connection connection, TransactionOptions options)
      throws IOException {
    Clock clock = new SystemClock();
    AsyncConnection own = OwnConnection.openChecked(connection.getConfiguration(), clock);
    return new TransactionManager(Engine.start(own, options, clock), options);
  }

  /** For tests: a clock of their own, which is not compared with the servers'. */
  static TransactionManager create(Connection connection, TransactionOptions options, Clock clock)
      throws IOException {
    AsyncConnection own = OwnConnection.open(connection.getConfiguration());
    return new TransactionManager(Engine.start(own, options, clock), options);
  }

  /** As {@link #call(TransactionSettings, TransactionWork)}, with the defaults. */
  public <T extends @Nullable Object, X extends Exception> T call(TransactionWork<T, X> work)
      throws X, IOException {
    return call(TransactionSettings.ofDefaults(), work);
  }

  /** As {@link #call(TransactionSettings, TransactionWork)}, with the policy and no name. */
  public <T extends @Nullable Object, X extends Exception> T call(
      TransactionWork<T, X> work, RetryPolicy policy) throws X, IOException {
    return call(TransactionSettings.ofDefaults().withRetryPolicy(policy), work);
  }

  /**
   * Runs the work in a transaction, commits it, and returns the work's result; after a conflict,
   * again from the start with a fresh transaction. The work runs on the calling thread.
   *
   * @throws X whatever the work throws, unwrapped; the transaction is then rolled back
   * @throws ConflictException surely not committed; the policy gave up
   * @throws CommitOutcomeUnknownException perhaps committed
   * @throws TransactionException surely not committed, for any other reason
   * @throws IllegalStateException when the manager is closed
   */
  public <T extends @Nullable Object, X extends Exception> T call(
      TransactionSettings settings, TransactionWork<T, X> work) throws X, IOException {
    return retries.call(settings, work);
  }

  /** As {@link #call(TransactionWork)}, without a result. */
  public <X extends Exception> void run(TransactionAction<X> action) throws X, IOException {
    run(TransactionSettings.ofDefaults(), action);
  }

  /** As {@link #call(TransactionWork, RetryPolicy)}, without a result. */
  public <X extends Exception> void run(TransactionAction<X> action, RetryPolicy policy)
      throws X, IOException {
    run(TransactionSettings.ofDefaults().withRetryPolicy(policy), action);
  }

  /** As {@link #call(TransactionSettings, TransactionWork)}, without a result. */
  public <X extends Exception> void run(TransactionSettings settings, TransactionAction<X> action)
      throws X, IOException {
    Objects.requireNonNull(action, "action");
    TransactionWork<Boolean, X> work =
        transaction -> {
          action.execute(transaction);
          return true;
        };
    var unused = call(settings, work);
  }

  /** As {@link #callAsync(TransactionSettings, AsyncTransactionWork)}, with the defaults. */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(AsyncTransactionWork<T> work) {
    return callAsync(TransactionSettings.ofDefaults(), work);
  }

  /** As {@link #callAsync(TransactionSettings, AsyncTransactionWork)}, with the policy. */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      AsyncTransactionWork<T> work, RetryPolicy policy) {
    return callAsync(TransactionSettings.ofDefaults().withRetryPolicy(policy), work);
  }

  /**
   * As {@link #call(TransactionSettings, TransactionWork)}, without blocking. The work is started
   * on the {@linkplain TransactionOptions#executor() executor}, where the future completes, too.
   * Cancelling the future keeps further attempts from starting; it does not stop the one under way.
   *
   * @return fails with what {@code call} throws, including what the work's future fails with
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      TransactionSettings settings, AsyncTransactionWork<T> work) {
    return retries.callAsync(settings, work);
  }

  /** As {@link #callAsync(AsyncTransactionWork)}, without a result. */
  public <T extends @Nullable Object> CompletableFuture<Void> runAsync(
      AsyncTransactionWork<T> work) {
    return runAsync(TransactionSettings.ofDefaults(), work);
  }

  /** As {@link #callAsync(AsyncTransactionWork, RetryPolicy)}, without a result. */
  public <T extends @Nullable Object> CompletableFuture<Void> runAsync(
      AsyncTransactionWork<T> work, RetryPolicy policy) {
    return runAsync(TransactionSettings.ofDefaults().withRetryPolicy(policy), work);
  }

  /** As {@link #callAsync(TransactionSettings, AsyncTransactionWork)}, without a result. */
  public <T extends @Nullable Object> CompletableFuture<Void> runAsync(
      TransactionSettings settings, AsyncTransactionWork<T> work) {
    Objects.requireNonNull(work, "work");
    AsyncTransactionWork<Void> withoutResult =
        transaction -> work.execute(transaction).thenAccept(result -> {});
    return callAsync(settings, withoutResult);
  }

  /** As {@link #begin(TransactionSettings)}, with the defaults. */
  public Transaction begin() {
    return begin(TransactionSettings.ofDefaults());
  }

  /**
   * Begins a transaction that the caller commits or rolls back, without retries. No I/O: it has no
   * asynchronous twin because it needs none.
   *
   * @throws IllegalStateException when the manager is closed
   */
  public Transaction begin(TransactionSettings settings) {
    return transactions.begin(settings);
  }

  /** What has happened so far. */
  public TransactionCounters counters() {
    return engine.counters(counters);
  }

  /**
   * Waits until nothing is left to do in the background: every committed transaction's locks are
   * cleaned up.
   */
  public void drain() throws IOException {
    engine.drain();
  }

  /**
   * Lets no transaction begin any more, waits for the background as {@link #drain} does but no
   * longer than the operation timeout, and closes the manager's own connection. Transactions under
   * way fail. What is left behind then is settled by whoever meets it. Does nothing the second
   * time.
   */
  @Override
  public void close() {
    engine.close();
  }
}
