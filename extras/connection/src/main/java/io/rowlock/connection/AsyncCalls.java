package io.rowlock.connection;

import io.rowlock.AsyncTransactionWork;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.internal.engine.Blocking;
import io.rowlock.internal.engine.ThreadPools;
import io.rowlock.internal.engine.WrappedConnection;
import io.rowlock.internal.store.Async;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls of an asynchronous connection: each as a transaction of its own if the table is
 * transactional, or else on HBase's own table. Thread-safe.
 *
 * @param lookups the connection that finds out which tables are transactional
 * @param configuration what users get as that of the connection
 */
record AsyncCalls(
    AsyncTables tables, Lazy<Connection> lookups, Configuration configuration, PutChecks checks)
    implements AutoCloseable {

  /**
   * Returns the calls of a user on a connection, which its owner closes.
   *
   * @param configuration what users get as that of the connection
   */
  static AsyncCalls on(AsyncConnection plain, User user, Configuration configuration) {
    // The configuration reads its files again when code adds default resources: unwrap it late.
    Lazy<Connection> lookups =
        new Lazy<>(
            () ->
                ConnectionFactory.createConnection(
                    WrappedConnection.unwrap(plain.getConfiguration()), user));
    boolean enables =
        plain.getConfiguration().getBoolean(RowlockConnection.ENABLE_CREATED_TABLES, false);
    EnabledTables enabled = new EnabledTables(lookups, enables, System::nanoTime);
    AsyncTables tables =
        new AsyncTables(enabled, new Lazy<>(() -> TransactionManager.create(plain)));
    return new AsyncCalls(tables, lookups, configuration, PutChecks.of(configuration));
  }

  boolean arePlain(TableName table) {
    return tables.arePlain(table);
  }

  /**
   * Makes a call. A read-only transaction returns committed rows; others write all rows at one
   * instant.
   *
   * @param call may be made several times
   * @return a future that fails as HBase's do, without a wrapper
   */
  <T extends @Nullable Object> CompletableFuture<T> call(
      AsyncTable<?> plain,
      TransactionSettings settings,
      Function<AsyncTable<?>, CompletableFuture<T>> call) {
    TableName table = plain.getName();
    if (arePlain(table)) {
      return call.apply(plain);
    }
    CompletableFuture<T> routed =
        tables
            .managerOf(table)
            .thenCompose(
                manager ->
                    manager.isPresent()
                        ? transactional(manager.get(), table, settings, call)
                        : call.apply(plain));
    return Async.pipe(routed, new CompletableFuture<>(), AsyncCalls::familiar, Runnable::run);
  }

  /** Makes a call again if the table has been dropped, and created anew without locks. */
  private <T extends @Nullable Object> CompletableFuture<T> transactional(
      TransactionManager manager,
      TableName table,
      TransactionSettings settings,
      Function<AsyncTable<?>, CompletableFuture<T>> call) {
    AsyncTransactionWork<T> work =
        own ->
            call.apply(
                settings.isReadOnly()
                    ? own.unvalidated().asyncTable(table)
                    : own.asyncTable(table));
    return Async.recover(
        manager.callAsync(settings, work),
        failure ->
            tables
                .isEnabledAgain(table, failure)
                .thenCompose(
                    isEnabled ->
                        isEnabled
                            ? manager.callAsync(settings, work)
                            : CompletableFuture.failedFuture(failure)));
  }

  /**
   * Returns a failure without the wrapping by futures, as code that knows only HBase expects it.
   */
  static Throwable familiar(Throwable failure) {
    try {
      Throwable bare = Async.unwrap(failure);
      return bare instanceof IOException known ? FamiliarFailure.of(known) : bare;
    } catch (Throwable unfamiliar) { // the caller waits for any
      return failure;
    }
  }

  /**
   * Performs a list of actions. In a transaction they succeed or fail together; on HBase's own
   * table each for itself. In a pool, a user's code that blocks does not keep the other results
   * back.
   */
  <T extends @Nullable Object> List<CompletableFuture<T>> all(
      AsyncTable<?> plain,
      TransactionSettings settings,
      int actions,
      Function<AsyncTable<?>, List<CompletableFuture<T>>> each) {
    TableName table = plain.getName();
    if (arePlain(table)) {
      return each.apply(plain);
    }
    List<CompletableFuture<T>> results =
        Stream.generate(CompletableFuture<T>::new).limit(actions).toList();
    Executor users = settings.executor().map(ThreadPools::completing).orElse(Runnable::run);
    var unused =
        tables
            .managerOf(table)
            .thenCompose(
                manager ->
                    manager.isPresent()
                        ? whole(manager.get(), table, settings, each)
                        : CompletableFuture.completedFuture(each.apply(plain)))
            .exceptionally(
                failure ->
                    Collections.nCopies(actions, CompletableFuture.failedFuture(familiar(failure))))
            .thenAccept(answers -> pipeAll(answers, results, users));
    return results;
  }

  private <T extends @Nullable Object> CompletableFuture<List<CompletableFuture<T>>> whole(
      TransactionManager manager,
      TableName table,
      TransactionSettings settings,
      Function<AsyncTable<?>, List<CompletableFuture<T>>> each) {
    return transactional(manager, table, settings, own -> Async.all(each.apply(own)))
        .thenApply(values -> values.stream().map(CompletableFuture::completedFuture).toList());
  }

  private static <T extends @Nullable Object> void pipeAll(
      List<CompletableFuture<T>> from, List<CompletableFuture<T>> to, Executor users) {
    for (int i = 0; i < to.size(); i++) {
      var unused = Async.pipe(from.get(i), to.get(i), AsyncCalls::familiar, users);
    }
  }

  /** Scans committed rows, or on HBase's own table as the user does. */
  void scan(
      AsyncTable<?> plain,
      Scan scan,
      TransactionSettings settings,
      AdvancedScanResultConsumer consumer,
      Runnable onPlain) {
    if (arePlain(plain.getName())) {
      onPlain.run();
      return;
    }
    TableName table = plain.getName();
    var unused =
        tables
            .managerOf(table)
            .thenAccept(
                manager ->
                    manager.ifPresentOrElse(
                        known ->
                            new CommittedScan(known, settings, table, scan, consumer, tables)
                                .start(),
                        onPlain))
            .whenComplete(
                (begun, failure) -> {
                  if (failure != null) {
                    consumer.onError(familiar(failure));
                  }
                });
  }

  /** Opens a scanner of committed rows; waits until it is known whether the table has locks. */
  ResultScanner scanner(AsyncTable<?> plain, Scan scan) throws IOException {
    Optional<TransactionManager> manager = Blocking.await(tables.managerOf(plain.getName()));
    return manager.isPresent()
        ? new FamiliarScanner(
            new CommittedScanner(manager.get(), plain.getName(), scan, tables.known()))
        : plain.getScanner(scan);
  }

  @Override
  public void close() throws IOException {
    try {
      tables.close();
    } finally {
      Optional<Connection> open = lookups.end();
      if (open.isPresent()) {
        open.get().close();
      }
    }
  }
}
