package io.rowlock.connection;

import io.rowlock.ConflictException;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.internal.engine.Blocking;
import io.rowlock.internal.engine.Failures;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls of an asynchronous connection: each as a transaction of its own if the table is
 * transactional, or else on HBase's own table. Thread-safe.
 */
final class AsyncCalls implements AutoCloseable {

  private final AsyncTables tables;
  private final LazyConnection questions;

  private AsyncCalls(AsyncTables tables, LazyConnection questions) {
    this.tables = tables;
    this.questions = questions;
  }

  /** Returns the calls of a user on a connection, which its owner closes. */
  static AsyncCalls on(AsyncConnection plain, User user) {
    LazyConnection questions = new LazyConnection(plain.getConfiguration(), user);
    boolean enables =
        plain.getConfiguration().getBoolean(RowlockConnection.ENABLE_CREATED_TABLES, false);
    EnabledTables enabled = new EnabledTables(questions, enables, System::nanoTime);
    return new AsyncCalls(new AsyncTables(enabled, LazyManager.on(plain)), questions);
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
                        ? noted(plain.getName(), transactional.apply(manager.get()))
                        : call.on(plain)));
  }

  /** The table may have been dropped, and created anew without locks. */
  private <T extends @Nullable Object> CompletableFuture<T> noted(
      TableName table, CompletableFuture<T> answer) {
    return answer.whenComplete(
        (value, failure) -> {
          if (failure != null && !(Failures.unwrap(failure) instanceof ConflictException)) {
            tables.forget(table);
          }
        });
  }

  /** Returns a future that fails as HBase's do, without a wrapper. */
  private static <T extends @Nullable Object> CompletableFuture<T> bare(
      CompletableFuture<T> future) {
    CompletableFuture<T> told = new CompletableFuture<>();
    pipe(future, told);
    return told;
  }

  private static <T extends @Nullable Object> void pipe(
      CompletableFuture<T> from, CompletableFuture<T> to) {
    var unused =
        from.whenComplete(
            (value, failure) -> {
              if (failure == null) {
                to.complete(value);
              } else {
                to.completeExceptionally(Failures.unwrap(failure));
              }
            });
  }

  /** A list of actions on a table. */
  @FunctionalInterface
  interface Actions<T extends @Nullable Object> {
    List<CompletableFuture<T>> on(AsyncTable<?> table);
  }

  /**
   * Performs a list of actions. In a transaction they succeed or fail together; on HBase's own
   * table each for itself.
   */
  <T extends @Nullable Object> List<CompletableFuture<T>> all(
      AsyncTable<?> plain,
      int size,
      boolean onlyRead,
      TransactionSettings settings,
      Actions<T> actions) {
    if (arePlain(plain.getName())) {
      return actions.on(plain);
    }
    List<CompletableFuture<T>> told =
        Stream.generate(CompletableFuture<T>::new).limit(size).toList();
    AsyncTableCall<List<T>> whole = table -> together(actions.on(table));
    CompletableFuture<Boolean> done =
        tables
            .managerOf(plain.getName())
            .thenCompose(
                manager ->
                    manager.isEmpty()
                        ? eachOf(actions.on(plain), told)
                        : noted(
                                plain.getName(),
                                onlyRead
                                    ? reading(manager.get(), plain, settings, whole)
                                    : writing(manager.get(), plain, settings, whole))
                            .thenApply(values -> complete(told, values)));
    var unused = done.whenComplete((isDone, failure) -> failAll(told, failure));
    return told;
  }

  /** Returns the results of futures when all have completed. */
  private static <T extends @Nullable Object> CompletableFuture<List<T>> together(
      List<CompletableFuture<T>> futures) {
    return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
        .thenApply(done -> futures.stream().map(CompletableFuture::join).toList());
  }

  private static <T extends @Nullable Object> CompletableFuture<Boolean> eachOf(
      List<CompletableFuture<T>> from, List<CompletableFuture<T>> to) {
    for (int i = 0; i < to.size(); i++) {
      pipe(from.get(i), to.get(i));
    }
    return CompletableFuture.completedFuture(true);
  }

  private static <T extends @Nullable Object> boolean complete(
      List<CompletableFuture<T>> told, List<T> values) {
    for (int i = 0; i < told.size(); i++) {
      told.get(i).complete(values.get(i));
    }
    return true;
  }

  private static <T extends @Nullable Object> void failAll(
      List<CompletableFuture<T>> told, @Nullable Throwable failure) {
    if (failure != null) {
      told.forEach(each -> each.completeExceptionally(Failures.unwrap(failure)));
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
                          new CommittedScan(known, settings, plain.getName(), scan, consumer)
                              .start(),
                      onPlain);
                  return true;
                });
    var unused =
        begun.whenComplete(
            (isBegun, failure) -> {
              if (failure != null) {
                consumer.onError(Failures.unwrap(failure));
              }
            });
  }

  /** Opens a scanner of committed rows; waits until it is known whether the table has locks. */
  ResultScanner scanner(AsyncTable<?> plain, Scan scan) throws IOException {
    Optional<TransactionManager> manager = Blocking.await(tables.managerOf(plain.getName()));
    return manager.isPresent()
        ? new CommittedScanner(manager.get(), plain.getName(), scan)
        : plain.getScanner(scan);
  }

  @Override
  public void close() throws IOException {
    tables.close();
    questions.close();
  }
}
