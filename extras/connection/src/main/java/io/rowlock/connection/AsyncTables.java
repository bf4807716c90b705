package io.rowlock.connection;

import io.rowlock.TransactionManager;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;

/**
 * Finds the manager of a table's transactions without blocking the caller: requests to HBase are
 * sent on threads of their own, for each table at most one at a time. Thread-safe.
 */
final class AsyncTables implements AutoCloseable {

  private final EnabledTables tables;
  private final Lazy<TransactionManager> managers;
  private final Map<TableName, CompletableFuture<Optional<TransactionManager>>> requests =
      new ConcurrentHashMap<>();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          new ThreadFactoryBuilder().setNameFormat("rowlock-tables-%d").setDaemon(true).build());

  AsyncTables(EnabledTables tables, Lazy<TransactionManager> managers) {
    this.tables = tables;
    this.managers = managers;
  }

  /** Returns whether it is known that calls on the table are not transactions. */
  boolean arePlain(TableName table) {
    return tables.lastAnswer(table).filter(isEnabled -> !isEnabled).isPresent();
  }

  /** Returns the manager of the table's transactions; empty if calls on it are none. */
  CompletableFuture<Optional<TransactionManager>> managerOf(TableName table) {
    if (threads.isShutdown()) {
      return CompletableFuture.failedFuture(new IOException("The connection is closed"));
    }
    Optional<Boolean> known = tables.lastAnswer(table);
    if (known.isPresent() && !known.get()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    Optional<TransactionManager> present = managers.present();
    return known.isPresent() && present.isPresent()
        ? CompletableFuture.completedFuture(present)
        : request(table);
  }

  private CompletableFuture<Optional<TransactionManager>> request(TableName table) {
    try {
      CompletableFuture<Optional<TransactionManager>> answer =
          requests.computeIfAbsent(
              table, name -> CompletableFuture.supplyAsync(() -> answer(name), threads));
      return answer.whenComplete((manager, failure) -> requests.remove(table, answer));
    } catch (RejectedExecutionException closed) {
      return CompletableFuture.failedFuture(new IOException("The connection is closed", closed));
    }
  }

  private Optional<TransactionManager> answer(TableName table) {
    try {
      return tables.contains(table) ? Optional.of(managers.get()) : Optional.empty();
    } catch (IOException failed) {
      throw new CompletionException(failed);
    }
  }

  /** Returns whether a call that has failed may be made again, as on a table created anew. */
  CompletableFuture<Boolean> isEnabledAgain(TableName table, Throwable failure) {
    tables.noteFailure(table, failure);
    return EnabledTables.mayBeAnother(failure)
        ? managerOf(table).thenApply(Optional::isPresent)
        : CompletableFuture.completedFuture(false);
  }

  EnabledTables known() {
    return tables;
  }

  @Override
  public void close() {
    threads.shutdown();
    managers.end().ifPresent(TransactionManager::close);
  }
}
