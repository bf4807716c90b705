package io.rowlock;

import io.rowlock.internal.engine.Blocking;
import io.rowlock.internal.engine.Engine;
import io.rowlock.internal.engine.OwnConnection;
import io.rowlock.internal.engine.ThreadPools;
import io.rowlock.internal.engine.WrappedConnection;
import io.rowlock.internal.hbase.SystemClock;
import io.rowlock.internal.store.Alarms;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.transaction.TransactionLimits;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.jspecify.annotations.Nullable;

/**
 * The entry to the library: runs transactions, and starts them again when they conflict.
 * Thread-safe; one per process and cluster is enough, and serves any number of threads.
 *
 * <p>Most code needs only {@link #call} and {@link #run}. They may attempt a transaction several
 * times; only a {@link ConflictException} leads to another attempt, never a {@link
 * CommitOutcomeUnknownException}. {@link TransactionSettings} give transactions a name and a
 * timeout, or make them read-only. An exception of the user's code reaches the caller unwrapped,
 * unless what the code had read is stale: then the code is run again. A {@link
 * CommitOutcomeUnknownException} of another transaction, or an exception that it caused, always
 * reaches the caller.
 *
 * <p>Every method that blocks has an asynchronous twin, whose name ends in {@code Async}; that of
 * {@link #create(Connection, RowlockOptions)} takes an asynchronous connection.
 */
public final class TransactionManager implements AutoCloseable {

  private final Engine engine;
  private final CounterBook counters = new CounterBook();
  private final TransactionFactory transactions;
  private final RetryLoop retries;

  TransactionManager(Engine engine, RowlockOptions options) {
    this.engine = engine;
    TransactionLimits limits = new TransactionLimits(options.maxRows(), options.maxCellBytes());
    Environment environment = engine.environment();
    Alarms deadlines = new Alarms(environment.clock(), environment.scheduler());
    this.transactions = new TransactionFactory(engine, limits, counters, deadlines);
    this.retries =
        new RetryLoop(
            transactions::beginAttempt,
            environment,
            counters,
            engine.callbacks(),
            options.escalateAfter(),
            options.retryPolicy(),
            engine.telemetry());
  }

  /**
   * Creates a manager like {@link #create(Connection, RowlockOptions)}, with the options of its
   * configuration.
   */
  public static TransactionManager create(Connection connection) throws IOException {
    return create(connection, RowlockOptions.from(connection.getConfiguration()));
  }

  /**
   * Creates a manager for the cluster of a connection. HBase 2 cannot turn a {@code Connection}
   * into an asynchronous one: the manager opens its own from the same configuration, as the current
   * user, and closes only that.
   *
   * @throws IOException within 30 s, if the cluster cannot be reached, or if this machine's clock
   *     and the servers' are more than ten minutes apart (beyond one minute a warning is logged)
   */
  public static TransactionManager create(Connection connection, RowlockOptions options)
      throws IOException {
    Clock clock = new SystemClock();
    AsyncConnection own = OwnConnection.openChecked(connection.getConfiguration(), clock);
    return new TransactionManager(Engine.start(own, options.engine(), clock), options);
  }

  /**
   * Creates a manager like {@link #create(AsyncConnection, RowlockOptions)}, with its
   * configuration's options.
   */
  public static TransactionManager create(AsyncConnection connection) throws IOException {
    return create(connection, RowlockOptions.from(connection.getConfiguration()));
  }

  /**
   * Creates a manager that works on an asynchronous connection, as its user. The caller must close
   * the connection after the manager. Requests that must never be sent twice go over a second
   * connection, which the manager opens from the same configuration as the same user, and closes.
   * (The user of a connection that is not HBase's own class is unknown: the second connection then
   * has the current user.)
   *
   * @throws IOException as {@link #create(Connection, RowlockOptions)}
   */
  public static TransactionManager create(AsyncConnection connection, RowlockOptions options)
      throws IOException {
    CompletableFuture<TransactionManager> creating = creating(connection, options);
    try {
      return Blocking.await(creating);
    } catch (InterruptedIOException interrupted) {
      var unused = creating.thenAccept(TransactionManager::abandon);
      throw interrupted;
    }
  }

  /**
   * Creates a manager like {@link #createAsync(AsyncConnection, RowlockOptions)}, with its
   * configuration's options.
   */
  public static CompletableFuture<TransactionManager> createAsync(AsyncConnection connection) {
    return createAsync(connection, RowlockOptions.from(connection.getConfiguration()));
  }

  /**
   * Creates a manager like {@link #create(AsyncConnection, RowlockOptions)}, without blocking.
   *
   * @return completes on the {@linkplain RowlockOptions#executor() executor}, or fails there with
   *     what {@code create} throws; without an executor in the options, on the common pool of
   *     {@link java.util.concurrent.ForkJoinPool}. If the caller has completed it before, as {@code
   *     orTimeout} and {@code cancel} do, the manager is closed as soon as it exists
   */
  public static CompletableFuture<TransactionManager> createAsync(
      AsyncConnection connection, RowlockOptions options) {
    CompletableFuture<TransactionManager> creating = creating(connection, options);
    Executor executor = ThreadPools.callbacks(options.executor(), ForkJoinPool.commonPool());
    CompletableFuture<TransactionManager> answer = CallbackLocator.onCallbacks(creating, executor);
    var unused = creating.thenAccept(created -> created.closeUnlessTakenBy(answer));
    return answer;
  }

  private void closeUnlessTakenBy(CompletableFuture<TransactionManager> caller) {
    var unused =
        caller.whenComplete(
            (taken, failure) -> {
              if (taken != this) {
                abandon();
              }
            });
  }

  private void abandon() {
    var unused = closeAsync();
  }

  private static CompletableFuture<TransactionManager> creating(
      AsyncConnection connection, RowlockOptions options) {
    Objects.requireNonNull(options, "options");
    Clock clock = new SystemClock();
    AsyncConnection plain = WrappedConnection.unwrap(connection);
    return OwnConnection.checkClockAsync(plain, clock)
        .thenCompose(checked -> Engine.startOn(plain, options.engine(), clock))
        .thenApply(engine -> new TransactionManager(engine, options));
  }

  /** For tests: uses the given clock, and does not compare it with the servers'. */
  static TransactionManager create(Connection connection, RowlockOptions options, Clock clock)
      throws IOException {
    AsyncConnection own = OwnConnection.open(connection.getConfiguration());
    return new TransactionManager(Engine.start(own, options.engine(), clock), options);
  }

  /** Runs the work like {@link #call(TransactionSettings, TransactionWork)}, with the defaults. */
  public <T extends @Nullable Object, X extends Exception> T call(TransactionWork<T, X> work)
      throws X, IOException {
    return call(TransactionSettings.ofDefaults(), work);
  }

  /**
   * Runs the work in a transaction, commits it, and returns the work's result; after a conflict,
   * again from the start with a fresh transaction. The work runs on the calling thread.
   *
   * @throws X whatever the work throws, unwrapped; the transaction is then rolled back
   * @throws ConflictException surely not committed; the policy gave up
   * @throws CommitOutcomeUnknownException perhaps committed
   * @throws TransactionTimeoutException surely not committed; its time limit passed
   * @throws NotCommittedException surely not committed, for any other reason
   * @throws java.io.InterruptedIOException surely not committed: the thread was interrupted before
   *     the commit had begun, or between two attempts
   * @throws IllegalStateException if the manager is closed
   */
  public <T extends @Nullable Object, X extends Exception> T call(
      TransactionSettings settings, TransactionWork<T, X> work) throws X, IOException {
    Objects.requireNonNull(settings, "settings");
    return retries.call(settings, Objects.requireNonNull(work, "work"));
  }

  /** Runs the action like {@link #call(TransactionWork)}, without a result. */
  public <X extends Exception> void run(TransactionAction<X> action) throws X, IOException {
    run(TransactionSettings.ofDefaults(), action);
  }

  /** Runs the action like {@link #call(TransactionSettings, TransactionWork)}, without a result. */
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

  /**
   * Runs the work like {@link #callAsync(TransactionSettings, AsyncTransactionWork)}, with the
   * defaults.
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(AsyncTransactionWork<T> work) {
    return callAsync(TransactionSettings.ofDefaults(), work);
  }

  /**
   * Runs the work like {@link #call(TransactionSettings, TransactionWork)}, without blocking any
   * thread. The work starts on the {@linkplain TransactionSettings#executor executor} of the
   * settings, or else {@linkplain RowlockOptions#executor() of the options}. The future completes
   * there, too, and so do those of the transaction's tables. An event loop of one thread is enough.
   *
   * <p><b>Cancelling</b> the future prevents further attempts, rolls back the one under way, and
   * fails its calls. {@code cancel} returns true, and the future counts as cancelled, only if the
   * transaction surely is not committed and never will be. If {@code cancel} returns false, the
   * commit is taking effect or done: the future completes with its outcome. Cancelling a dependent
   * future cancels only that one. Code that completes this future otherwise, as {@code orTimeout}
   * does, ends the attempt, too, but does not learn the outcome of a commit under way: use {@link
   * TransactionSettings#timeout} instead.
   *
   * @return fails with what {@code call} throws, including what the work's future fails with
   * @throws NullPointerException if an argument is null; nothing else is thrown here
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      TransactionSettings settings, AsyncTransactionWork<T> work) {
    Objects.requireNonNull(settings, "settings");
    return retries.callAsync(settings, Objects.requireNonNull(work, "work"));
  }

  /** Runs the work like {@link #callAsync(AsyncTransactionWork)}, without a result. */
  public <T extends @Nullable Object> CompletableFuture<Void> runAsync(
      AsyncTransactionWork<T> work) {
    return runAsync(TransactionSettings.ofDefaults(), work);
  }

  /**
   * Runs the work like {@link #callAsync(TransactionSettings, AsyncTransactionWork)}, without a
   * result.
   */
  public <T extends @Nullable Object> CompletableFuture<Void> runAsync(
      TransactionSettings settings, AsyncTransactionWork<T> work) {
    Objects.requireNonNull(work, "work");
    AsyncTransactionWork<Void> withoutResult =
        transaction -> work.execute(transaction).thenAccept(result -> {});
    return callAsync(settings, withoutResult);
  }

  /** Begins a transaction like {@link #begin(TransactionSettings)}, with the defaults. */
  public Transaction begin() {
    return begin(TransactionSettings.ofDefaults());
  }

  /**
   * Begins a transaction that the caller must commit or roll back, without retries. No I/O, so that
   * it needs no asynchronous twin.
   *
   * @throws IllegalStateException if the manager is closed
   */
  public Transaction begin(TransactionSettings settings) {
    return transactions.begin(Objects.requireNonNull(settings, "settings"));
  }

  /** Returns the counters so far. */
  public TransactionCounters counters() {
    return counters.snapshot(engine.foregroundRequests(), engine.backgroundRequests());
  }

  /**
   * Waits until no background work is left: every committed transaction's locks are cleaned up.
   *
   * @throws IOException if the clean-up failed, or as an {@link java.io.InterruptedIOException} if
   *     the thread is interrupted; the commits are not affected
   */
  public void drain() throws IOException {
    engine.drain();
  }

  /**
   * Waits like {@link #drain}, without blocking.
   *
   * @return completes on the {@linkplain RowlockOptions#executor() executor}
   */
  public CompletableFuture<Void> drainAsync() {
    return engine.drainAsync();
  }

  /**
   * Lets no transaction begin any more, waits for background work as {@link #drain} does but no
   * longer than the operation timeout or 30 s, and closes the manager's own connection.
   * Transactions under way fail. Other clients settle the locks that are left then. Further calls
   * do nothing.
   */
  @Override
  public void close() {
    engine.close();
  }

  /**
   * Closes the manager like {@link #close}, without blocking.
   *
   * @return never fails; completes on a thread of the manager that ends afterwards
   */
  public CompletableFuture<Void> closeAsync() {
    return engine.closeAsync();
  }
}
