package io.rowlock.once;

import io.rowlock.AsyncTransactionWork;
import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.TransactionWork;
import io.rowlock.admin.TransactionAdmin;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Makes work take effect once for each id, whatever happens: an answer is lost, the client dies, or
 * its message is delivered again. The caller makes up an id for each piece of work before its first
 * attempt, and uses the same id for each repetition, also after a crash and in another process.
 *
 * <p><b>Why it takes effect once.</b> The transaction that does the work reads the row of the id
 * and writes it. Of two transactions with the same id, one reads what the other one has written, or
 * only one of them can be committed, because transactions are serializable. That includes a commit
 * whose outcome is unknown, and that may still be on its way. Thus an unknown outcome needs no
 * other answer than a repetition.
 *
 * <p>Rows stay until {@link #purge}. Thread-safe.
 *
 * @param <T> what the work returns
 */
public final class OnceTable<T> {

  private final TransactionManager transactions;
  private final OnceAttempt<T> attempt;

  private OnceTable(TransactionManager transactions, OnceAttempt<T> attempt) {
    this.transactions = transactions;
    this.attempt = attempt;
  }

  /**
   * Creates the table of the ids, and enables it; has no effect if it exists and is enabled.
   *
   * @throws IOException if there is a table of that name that was not created here
   */
  public static void create(Connection connection, TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      createPlain(admin, table);
      if (!admin.getDescriptor(table).hasColumnFamily(OnceRow.FAMILY)) {
        throw new IOException(
            "Table '%s' is no table of ids: it lacks the family 'o'. Choose another name"
                .formatted(table));
      }
    }
    TransactionAdmin.create(connection).enable(table);
  }

  private static void createPlain(Admin admin, TableName table) throws IOException {
    if (admin.tableExists(table)) {
      return;
    }
    try {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(OnceRow.FAMILY))
              .build());
    } catch (TableExistsException another) {
      // another client was faster
    }
  }

  /**
   * Returns the ids in a table that {@link #create} has created, for work that returns bytes. No
   * I/O.
   *
   * @param transactions runs the work
   */
  public static OnceTable<byte[]> on(TransactionManager transactions, TableName table) {
    return new OnceTable<>(
        transactions, new OnceAttempt<>(table, OnceCodec.BYTES, Clock.systemUTC()));
  }

  /** Returns the same ids, for work whose results the codec reads and writes. No I/O. */
  public <U> OnceTable<U> with(OnceCodec<U> newCodec) {
    Objects.requireNonNull(newCodec, "newCodec");
    return new OnceTable<>(
        transactions, new OnceAttempt<>(attempt.table(), newCodec, attempt.clock()));
  }

  /**
   * Runs the work like {@link #call(TransactionSettings, String, TransactionWork)}, with the
   * defaults.
   */
  public <X extends Exception> OnceResult<T> call(String id, TransactionWork<T, X> work)
      throws X, IOException {
    return call(TransactionSettings.ofDefaults(), id, work);
  }

  /**
   * Runs the work like {@link TransactionManager#call}, unless work with this id was committed
   * before; then returns that one's result. Repeats the work after an unknown outcome, too, unless
   * the work has met that of another transaction.
   *
   * @param settings of each attempt; their time limit is that of one attempt
   * @param id of the work; not empty
   * @param work returns a small result, which is kept for later calls with the same id; it may run
   *     several times, each time in a transaction of its own, of which one is committed
   * @throws X whatever the work throws, unwrapped; it is not committed then, and may be tried again
   * @throws CommitOutcomeUnknownException after five attempts, or if one of them may have been
   *     committed and a later one failed, whose failure is suppressed; the caller may call again
   *     with the same id at any time
   * @throws IOException as {@link TransactionManager#call} does
   */
  public <X extends Exception> OnceResult<T> call(
      TransactionSettings settings, String id, TransactionWork<T, X> work) throws X, IOException {
    byte[] key = OnceRow.key(id);
    Doubt doubt = new Doubt();
    while (true) {
      try {
        return transactions.<OnceResult<T>, Exception>call(
            settings, transaction -> attempt.once(transaction, key, work, doubt));
      } catch (Throwable failure) { // also a checked exception that its compiler did not declare
        if (!doubt.repeatsAfter(failure) || Thread.currentThread().isInterrupted()) {
          OnceTable.<X>rethrow(doubt.over(failure));
        }
      }
    }
  }

  /** The work can throw X and what its compiler did not declare, and the library IOExceptions. */
  @SuppressWarnings("unchecked")
  private static <X extends Throwable> void rethrow(Throwable failure) throws X {
    throw (X) failure;
  }

  /** Runs the work like {@link #call(String, TransactionWork)}, without blocking. */
  public CompletableFuture<OnceResult<T>> callAsync(String id, AsyncTransactionWork<T> work) {
    return callAsync(TransactionSettings.ofDefaults(), id, work);
  }

  /**
   * Runs the work like {@link #call(TransactionSettings, String, TransactionWork)}, without
   * blocking.
   *
   * @return completes as the future of {@link TransactionManager#callAsync} does. It can be
   *     cancelled unless an attempt is committed, or may have been
   */
  public CompletableFuture<OnceResult<T>> callAsync(
      TransactionSettings settings, String id, AsyncTransactionWork<T> work) {
    byte[] key = OnceRow.key(id);
    Doubt doubt = new Doubt();
    OnceFuture<T> future =
        new OnceFuture<>(
            () ->
                transactions.callAsync(
                    settings, transaction -> attempt.onceAsync(transaction, key, work, doubt)),
            doubt);
    future.attempt();
    return future;
  }

  /**
   * Returns what work with this id has left, if it was committed.
   *
   * @return empty if it is not committed so far; it may be the next moment, by a call under way or
   *     by a commit whose answer was lost. Only a {@link #call} makes that final
   */
  public Optional<OnceResult<T>> find(String id) throws IOException {
    byte[] key = OnceRow.key(id);
    Result row =
        transactions.call(transaction -> transaction.table(attempt.table()).get(OnceRow.get(key)));
    return row.isEmpty() ? Optional.empty() : Optional.of(attempt.earlier(row));
  }

  /**
   * Removes the ids of work that was committed longer ago. A call with such an id does its work
   * again: choose a time that no repetition survives, and that exceeds the differences of clocks.
   *
   * @return how many were removed
   */
  public long purge(Duration age) throws IOException {
    return new OncePurge(transactions, attempt.table(), attempt.clock().instant().minus(age)).run();
  }
}
