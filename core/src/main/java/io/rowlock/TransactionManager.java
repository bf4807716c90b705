package io.rowlock;

import io.rowlock.internal.store.Clock;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Connection;
import org.jspecify.annotations.Nullable;

/** The front door. Thread-safe; one per connection is enough. */
@SuppressWarnings("DoNotCallSuggester") // skeleton
public final class TransactionManager implements AutoCloseable {

  private TransactionManager() {}

  public static TransactionManager create(Connection connection) throws IOException {
    throw new IllegalStateException();
  }

  public static TransactionManager create(Connection connection, TransactionOptions options)
      throws IOException {
    throw new IllegalStateException();
  }

  /** For tests: a clock of their own, which is not compared with the servers'. */
  static TransactionManager create(Connection connection, TransactionOptions options, Clock clock)
      throws IOException {
    throw new IllegalStateException();
  }

  public <T extends @Nullable Object, X extends Exception> T call(TransactionWork<T, X> work)
      throws X, IOException {
    throw new IllegalStateException();
  }

  public <T extends @Nullable Object, X extends Exception> T call(
      TransactionWork<T, X> work, RetryPolicy policy) throws X, IOException {
    throw new IllegalStateException();
  }

  public <X extends Exception> void run(TransactionAction<X> action) throws X, IOException {
    throw new IllegalStateException();
  }

  public <X extends Exception> void run(TransactionAction<X> action, RetryPolicy policy)
      throws X, IOException {
    throw new IllegalStateException();
  }

  public <T extends @Nullable Object> CompletableFuture<T> callAsync(AsyncTransactionWork<T> work) {
    throw new IllegalStateException();
  }

  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      AsyncTransactionWork<T> work, RetryPolicy policy) {
    throw new IllegalStateException();
  }

  public CompletableFuture<Void> runAsync(AsyncTransactionWork<?> work) {
    throw new IllegalStateException();
  }

  public CompletableFuture<Void> runAsync(AsyncTransactionWork<?> work, RetryPolicy policy) {
    throw new IllegalStateException();
  }

  /** Begins a transaction, without any I/O. */
  public Transaction begin() {
    throw new IllegalStateException();
  }

  public TransactionCounters counters() {
    throw new IllegalStateException();
  }

  public void drain() throws IOException {
    throw new IllegalStateException();
  }

  @Override
  public void close() throws IOException {
    throw new IllegalStateException();
  }
}
