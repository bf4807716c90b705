package io.rowlock.once;

import org.apache.hbase.thirdparty.com.google.common.base.Throwables;
import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.admin.TransactionAdmin;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
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
 */
public final class OnceTable {

  private final TransactionManager transactions;
  private final TableName table;
  private final Clock clock;

  OnceTable(TransactionManager transactions, TableName table, Clock clock) {
    this.transactions = transactions;
    this.table = table;
    this.clock = clock;
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
   * Returns the ids in a table that {@link #create} has created. No I/O.
   *
   * @param transactions runs the work
   */
  public static OnceTable on(TransactionManager transactions, TableName table) {
    return new OnceTable(transactions, table, Clock.systemUTC());
  }

  /** Runs the work like {@link #call(TransactionSettings, String, OnceWork)}, with the defaults. */
  public OnceResult call(String id, OnceWork work) throws IOException {
    return call(TransactionSettings.ofDefaults(), id, work);
  }

  /**
   * Runs the work like {@link TransactionManager#call}, unless work with this id was committed
   * before; then returns that one's result. Repeats the work after an unknown outcome, too, unless
   * the work has met that of another transaction.
   *
   * @param settings of each attempt; their time limit is that of one attempt
   * @param id of the work; not empty
   * @throws CommitOutcomeUnknownException after five attempts, or if one of them may have been
   *     committed and a later one failed, whose failure is suppressed; the caller may call again
   *     with the same id at any time
   * @throws IOException also what the work throws; it is not committed then, and may be tried again
   */
  public OnceResult call(TransactionSettings settings, String id, OnceWork work)
      throws IOException {
    byte[] key = OnceRow.key(id);
    Doubt doubt = new Doubt();
    while (true) {
      try {
        return transactions.call(settings, transaction -> once(transaction, key, work, doubt));
      } catch (Throwable failure) { // also a checked exception that its compiler did not declare
        if (!doubt.repeatsAfter(failure) || Thread.currentThread().isInterrupted()) {
          Throwables.throwIfInstanceOf(doubt.over(failure), IOException.class);
          throw failure;
        }
      }
    }
  }

  private OnceResult once(Transaction transaction, byte[] key, OnceWork work, Doubt doubt)
      throws IOException {
    doubt.begin(transaction.id());
    Result before = transaction.table(table).get(OnceRow.get(key));
    if (!before.isEmpty()) {
      return OnceRow.read(before);
    }
    OnceResult result = new OnceResult(work.execute(transaction), clock.instant(), false);
    transaction.table(table).put(OnceRow.put(key, result.time(), result.value()));
    return result;
  }

  /** Runs the work like {@link #call(String, OnceWork)}, without blocking. */
  public CompletableFuture<OnceResult> callAsync(String id, AsyncOnceWork work) {
    return callAsync(TransactionSettings.ofDefaults(), id, work);
  }

  /**
   * Runs the work like {@link #call(TransactionSettings, String, OnceWork)}, without blocking.
   *
   * @return completes as the future of {@link TransactionManager#callAsync} does. It can be
   *     cancelled unless an attempt is committed, or may have been
   */
  public CompletableFuture<OnceResult> callAsync(
      TransactionSettings settings, String id, AsyncOnceWork work) {
    byte[] key = OnceRow.key(id);
    Doubt doubt = new Doubt();
    OnceFuture future =
        new OnceFuture(
            () ->
                transactions.callAsync(
                    settings, transaction -> onceAsync(transaction, key, work, doubt)),
            doubt);
    future.attempt();
    return future;
  }

  private CompletableFuture<OnceResult> onceAsync(
      Transaction transaction, byte[] key, AsyncOnceWork work, Doubt doubt) {
    doubt.begin(transaction.id());
    return transaction
        .asyncTable(table)
        .get(OnceRow.get(key))
        .thenCompose(
            before ->
                before.isEmpty()
                    ? work.execute(transaction)
                        .thenCompose(value -> written(transaction, key, value))
                    : CompletableFuture.completedFuture(OnceRow.read(before)));
  }

  private CompletableFuture<OnceResult> written(Transaction transaction, byte[] key, byte[] value) {
    OnceResult result = new OnceResult(value, clock.instant(), false);
    return transaction
        .asyncTable(table)
        .put(OnceRow.put(key, result.time(), value))
        .thenApply(done -> result);
  }

  /**
   * Returns what work with this id has left, if it was committed.
   *
   * @return empty if it is not committed so far; it may be the next moment, by a call under way or
   *     by a commit whose answer was lost. Only a {@link #call} makes that final
   */
  public Optional<OnceResult> find(String id) throws IOException {
    byte[] key = OnceRow.key(id);
    Result row = transactions.call(transaction -> transaction.table(table).get(OnceRow.get(key)));
    return row.isEmpty() ? Optional.empty() : Optional.of(OnceRow.read(row));
  }

  /**
   * Removes the ids of work that was committed longer ago. A call with such an id does its work
   * again: choose a time that no repetition survives, and that exceeds the differences of clocks.
   *
   * @return how many were removed
   */
  public long purge(Duration age) throws IOException {
    return new OncePurge(transactions, table, clock.instant().minus(age)).run();
  }
}
