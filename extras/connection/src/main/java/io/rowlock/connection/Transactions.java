package io.rowlock.connection;

import io.rowlock.TransactionSettings;
import io.rowlock.TransactionWork;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.hbase.client.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Makes code that uses tables of a {@link RowlockConnection} part of one transaction. Thread-safe.
 *
 * <pre>{@code
 * Transactions.on(connection).run(() -> legacyCode());
 * }</pre>
 */
public final class Transactions {

  private final TransactionalCalls calls;

  private Transactions(TransactionalCalls calls) {
    this.calls = calls;
  }

  /** Work within a transaction; it may be performed several times. */
  @FunctionalInterface
  public interface Work<T extends @Nullable Object, X extends Exception> {

    T call() throws X;
  }

  /** Work without a result. */
  @FunctionalInterface
  public interface Action<X extends Exception> {

    void run() throws X;
  }

  /**
   * Returns the transactions of a connection.
   *
   * @throws IllegalArgumentException if it is no {@link RowlockConnection}
   */
  public static Transactions on(Connection connection) {
    if (connection instanceof RowlockConnection known) {
      return new Transactions(known.calls());
    }
    throw new IllegalArgumentException(
        "%s is no %s: set hbase.client.connection.impl in the configuration of the connection"
            .formatted(connection, RowlockConnection.class.getName()));
  }

  /** Performs the work like {@link #call(TransactionSettings, Work)}, with the default settings. */
  public <T extends @Nullable Object, X extends Exception> T call(Work<T, X> work)
      throws X, IOException {
    return call(TransactionSettings.ofDefaults(), work);
  }

  /**
   * Performs the work, and commits everything that this thread reads and writes meanwhile through
   * the connection's transactional tables, as one transaction. After a conflict the work is
   * performed again, from the start. If the thread has a transaction of this connection already,
   * the work joins that one, which then commits it; these settings have no effect then. A
   * transaction of another connection that the work runs is a separate one, and may repeat its own
   * work, with the calls through this connection in it.
   *
   * @throws X what the work throws; the transaction is rolled back then, or, if the work has joined
   *     an outer one, the outer work decides by throwing it on or not
   * @throws IOException as {@link io.rowlock.TransactionManager#call}
   */
  public <T extends @Nullable Object, X extends Exception> T call(
      TransactionSettings settings, Work<T, X> work) throws X, IOException {
    Objects.requireNonNull(work, "work");
    if (ThreadTransaction.of(calls.owner()) != null) {
      return work.call();
    }
    TransactionWork<T, X> whole =
        transaction -> ThreadTransaction.within(calls.owner(), transaction, work);
    return calls.managers().get().call(settings, whole);
  }

  /** Performs the action like {@link #call(Work)}. */
  public <X extends Exception> void run(Action<X> action) throws X, IOException {
    Objects.requireNonNull(action, "action");
    Work<Boolean, X> work =
        () -> {
          action.run();
          return true;
        };
    var unused = call(work);
  }
}
