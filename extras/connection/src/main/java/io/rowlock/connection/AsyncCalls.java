package io.rowlock.connection;

import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.internal.engine.Blocking;
import io.rowlock.internal.engine.ThreadPools;
import io.rowlock.internal.store.Async;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls of an asynchronous connection: each as a transaction of its own if the table is
 * transactional, or else on HBase's own table. Thread-safe.
 */
final class AsyncCalls implements AutoCloseable {

  private final AsyncTables tables;
  private final LazyConnection lookups;
  private final Configuration configuration;
  private final PutChecks checks;

  private AsyncCalls(AsyncTables tables, LazyConnection lookups, Configuration configuration) {
    this.tables = tables;
    this.lookups = lookups;
    this.configuration = configuration;
    this.checks = PutChecks.of(configuration);
  }

  /**
   * Returns the calls of a user on a connection, which its owner closes.
   *
   * @param configuration what users get as that of the connection
   */
  static AsyncCalls on(AsyncConnection plain, User user, Configuration configuration) {
    LazyConnection lookups = new LazyConnection(plain.getConfiguration(), user);
    boolean enables =
        plain.getConfiguration().getBoolean(RowlockConnection.ENABLE_CREATED_TABLES, false);
    EnabledTables enabled = new EnabledTables(lookups, enables, System::nanoTime);
    AsyncTables tables = new AsyncTables(enabled, LazyManager.on(plain));
    return new AsyncCalls(tables, lookups, configuration);
  }

  Configuration configuration() {
    return configuration;
  }

  PutChecks checks() {
    return checks;
  }

  boolean arePlain(TableName table) {
    return tables.arePlain(table);
  }

  /** Reads committed rows. */
  <T extends @Nullable Object> CompletableFuture<T> read(
      AsyncTable<?> plain, TransactionSettings settings, AsyncTableCall<T> call) {
    return route(plain, call, manager -> reading(manager, plain, settings, call));
  }

  /** Writes rows, at one instant. */
  <T extends @Nullable Object> CompletableFuture<T> write(
      AsyncTable<?> plain, TransactionSettings settings, AsyncTableCall<T> call) {
    return route(plain, call, manager -> writing(manager, plain, settings, call));
  }

  private static <T extends @Nullable Object> CompletableFuture<T> reading(
      TransactionManager manager,
      AsyncTable<?> plain,
      TransactionSettings settings,
      AsyncTableCall<T> call) {
    TransactionSettings reading = settings.toBuilder().readOnly(true).build();
    return manager.callAsync(
        reading, own -> call.on(own.unvalidated().asyncTable(plain.getName())));
  }

  private static <T extends @Nullable Object> CompletableFuture<T> writing(
      TransactionManager manager,
      AsyncTable<?> plain,
      TransactionSettings settings,
      AsyncTableCall<T> call) {
    return manager.callAsync(settings, own -> call.on(own.asyncTable(plain.getName())));
  }

  private <T extends @Nullable Object> CompletableFuture<T> route(
      AsyncTable<?> plain,
      AsyncTableCall<T> call,
      Function<TransactionManager, CompletableFuture<T>> transactional) {
    if (arePlain(plain.getName())) {
      return call.on(plain);
    }
    return bare(
        tables
            .managerOf(plain.getName())
            .thenCompose(
                manager ->
                    manager.isPresent()
                        ? repeated(plain.getName(), () -> transactional.apply(manager.get()))
                        : call.on(plain)));
  }

  /** Makes a call again if the table has been dropped, and created anew without locks. */
  private <T extends @Nullable Object> CompletableFuture<T> repeated(
      TableName table, Supplier<CompletableFuture<T>> attempt) {
    return attempt
        .get()
        .exceptionallyCompose(
            failure ->
                tables
                    .isEnabledAgain(table, failure)
                    .thenCompose(
                        isEnabled ->
                            isEnabled ? attempt.get() : CompletableFuture.failedFuture(failure)));
  }

  /** Returns a future that fails as HBase's do, without a wrapper. */
  private static <T extends @Nullable Object> CompletableFuture<T> bare(
      CompletableFuture<T> future) {
    return pipe(future, new CompletableFuture<>());
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

  private static <T extends @Nullable Object> CompletableFuture<T> pipe(
      CompletableFuture<T> from, CompletableFuture<T> to) {
    return Async.pipe(from, to, AsyncCalls::familiar, Runnable::run);
  }

  /**
   * Performs a list of actions. In a transaction they succeed or fail together; on HBase's own
   * table each for itself.
   */
  <A extends Row, T extends @Nullable Object> List<CompletableFuture<T>> all(
      AsyncTable<?> plain, TransactionSettings settings, AsyncListCall<A, T> list) {
    if (arePlain(plain.getName())) {
      return list.eachOn(plain);
    }
    List<CompletableFuture<T>> results = list.promises();
    Executor users = settings.executor().map(ThreadPools::completing).orElse(Runnable::run);
    CompletableFuture<Boolean> done =
        tables
            .managerOf(plain.getName())
            .thenCompose(
                manager ->
                    manager.isEmpty()
                        ? pipeAll(list.eachOn(plain), results)
                        : repeated(
                                plain.getName(), () -> whole(manager.get(), plain, settings, list))
                            .thenApply(values -> completeAll(results, values, users)));
    var unused = done.whenComplete((isDone, failure) -> failAll(results, failure, users));
    return results;
  }

  private static <A extends Row, T extends @Nullable Object> CompletableFuture<List<T>> whole(
      TransactionManager manager,
      AsyncTable<?> plain,
      TransactionSettings settings,
      AsyncListCall<A, T> list) {
    return list.onlyReads()
        ? reading(manager, plain, settings, list)
        : writing(manager, plain, settings, list);
  }

  private static <T extends @Nullable Object> CompletableFuture<Boolean> pipeAll(
      List<CompletableFuture<T>> from, List<CompletableFuture<T>> to) {
    for (int i = 0; i < to.size(); i++) {
      var unused = pipe(from.get(i), to.get(i));
    }
    return CompletableFuture.completedFuture(true);
  }

  /** In a pool, a user's code that blocks does not keep the other results back. */
  private static <T extends @Nullable Object> boolean completeAll(
      List<CompletableFuture<T>> results, List<T> values, Executor users) {
    for (int i = 0; i < results.size(); i++) {
      CompletableFuture<T> each = results.get(i);
      T value = values.get(i);
      users.execute(() -> each.complete(value));
    }
    return true;
  }

  private static <T extends @Nullable Object> void failAll(
      List<CompletableFuture<T>> results, @Nullable Throwable failure, Executor users) {
    if (failure != null) {
      Throwable bare = familiar(failure);
      results.forEach(each -> users.execute(() -> each.completeExceptionally(bare)));
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
    CompletableFuture<Boolean> begun =
        tables
            .managerOf(plain.getName())
            .thenApply(
                manager -> {
                  manager.ifPresentOrElse(
                      known ->
                          new CommittedScan(
                                  known, settings, plain.getName(), scan, consumer, tables)
                              .start(),
                      onPlain);
                  return true;
                });
    var unused =
        begun.whenComplete(
            (isBegun, failure) -> {
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
      lookups.close();
    }
  }
}
