package io.rowlock;

import static java.util.Objects.requireNonNull;

import io.rowlock.internal.transaction.WriteMark;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/**
 * One transaction: everything read and written through its tables happens at one instant, or not at
 * all. Writes are kept in memory until the commit; reads see the transaction's own writes.
 *
 * <p>Inside {@code call}, {@code run} and their asynchronous twins, returning commits and throwing
 * rolls back. There {@link #commit}, {@link #rollback} and {@link #close} throw an {@link
 * IllegalStateException}, because the calls after them would silently not be part of the
 * transaction. To roll back, throw an exception.
 *
 * <p>One thread at a time may use it, except that several asynchronous calls may be under way at
 * once. All of them must complete before the commit. After its end every call fails with a {@link
 * TransactionEndedException}, including calls that were under way at its end.
 */
public final class Transaction implements AutoCloseable {

  /** What ends the transaction. */
  enum Ender {
    USER,
    MANAGER
  }

  private final TransactionHandle handle;
  private final TransactionTables tables;
  private final Ender ender;
  private final AtomicBoolean ended = new AtomicBoolean();

  Transaction(TransactionHandle handle, TransactionTables tables, Ender ender) {
    this.handle = handle;
    this.tables = tables;
    this.ender = ender;
  }

  /**
   * Returns 32 hexadecimal digits that identify this attempt in exceptions and logs. Every retry
   * has its own id.
   */
  public String id() {
    return handle.label().id();
  }

  /** Returns its {@linkplain TransactionSettings#name name}; empty if it has none. */
  public Optional<String> name() {
    return handle.label().name();
  }

  /**
   * Returns a table as this transaction sees it. No I/O. Code written for an HBase {@link Table}
   * works on it; an operation without a meaning in a transaction is refused with a message that
   * explains this. A scan sees the transaction's writes as they were when it was opened, a get all
   * earlier ones.
   *
   * @return as thread-safe as the transaction; closing it is not necessary
   */
  public Table table(TableName name) {
    return tables.table(name);
  }

  /**
   * Returns tables for reads that need not be current when the transaction commits. They return
   * committed rows and this transaction's own writes, and wait for other clients' locks, but cause
   * no conflict, however the rows change afterwards; two such reads may see different instants. For
   * statistics, previews and searches on which no write depends. Writes through these tables are
   * ordinary ones. If the transaction has a buffered increment or append without a result for a
   * row, reading the row computes it, and the row is validated like any other.
   */
  public UnvalidatedReads unvalidated() {
    return new UnvalidatedReads(tables.unvalidated());
  }

  /**
   * Returns an asynchronous table as this transaction sees it. No I/O. Its futures never complete
   * on a thread of HBase, so their continuations may block; but they must not wait for other
   * futures of this manager, which complete on the same threads.
   */
  public AsyncTable<AdvancedScanResultConsumer> asyncTable(TableName name) {
    return tables.asyncTable(name);
  }

  /**
   * Adds an action that runs once this transaction is committed, such as a message to others. It
   * runs just before the caller learns that: on the thread that commits, or of asynchronous commits
   * on the executor. Actions run in their order; what they throw is logged, and changes nothing.
   * None runs if the process dies, or if the outcome is unknown. Inside {@code call} and {@code
   * run} the code adds it in each attempt, and it runs for the attempt that is committed.
   *
   * @throws TransactionEndedException if the transaction has ended
   */
  public void afterCommit(Runnable action) {
    requireAdded(handle.book().addAfterCommit(requireNonNull(action, "action")));
  }

  /**
   * Adds an action like {@link #afterCommit}, which runs once this transaction surely is not
   * committed and never will be. Inside {@code call} and {@code run} that holds for each attempt
   * that fails.
   *
   * @throws TransactionEndedException if the transaction has ended
   */
  public void afterRollback(Runnable action) {
    requireAdded(handle.book().addAfterRollback(requireNonNull(action, "action")));
  }

  private void requireAdded(boolean isAdded) {
    if (!isAdded) {
      throw hasEnded();
    }
  }

  private TransactionEndedException hasEnded() {
    return new TransactionEndedException(
        handle.label(), "The transaction has ended: it is " + handle.active().state());
  }

  /**
   * Returns a point to which {@link #rollbackTo} can return, any number of times, for a part of the
   * work that may fail by itself. Costs memory for the rows that are written afterwards, and sends
   * nothing.
   *
   * @throws NotCommittedException if calls of other threads, or futures, have not completed
   * @throws TransactionEndedException if the transaction has ended
   * @throws IOException if the transaction was stopped, for example by its timeout
   */
  public Savepoint savepoint() throws IOException {
    return new Savepoint(TransactionFailures.await(handle.label(), handle.active().mark()));
  }

  /**
   * Drops the writes that were made after the savepoint, and sends nothing. Everything else stays:
   * what was read is still validated by the commit, because the code may have decided by it; and
   * actions such as {@link #afterCommit} stay added. Later savepoints end.
   *
   * <p>It is no help after a {@link ConflictException}: most often the transaction cannot be
   * committed any more, and must begin again.
   *
   * @throws IllegalArgumentException if the savepoint is of another transaction, or was made after
   *     one to which the transaction has returned
   * @throws NotCommittedException if calls of other threads, or futures, have not completed
   * @throws TransactionEndedException if the transaction has ended
   * @throws IOException if the transaction was stopped, for example by its timeout
   */
  public void rollbackTo(Savepoint savepoint) throws IOException {
    WriteMark mark = requireNonNull(savepoint, "savepoint").mark;
    if (!TransactionFailures.await(handle.label(), handle.active().returnTo(mark))) {
      String message =
          "Transaction %s has no such savepoint: it belongs to another transaction or attempt, or"
              + " was made after a savepoint to which the transaction has returned";
      throw new IllegalArgumentException(message.formatted(handle.label()));
    }
  }

  /**
   * Commits. Returns when the transaction is committed forever.
   *
   * @throws ConflictException surely not committed; the caller may begin again
   * @throws CommitOutcomeUnknownException perhaps committed; also if the thread is interrupted,
   *     which then stays marked as interrupted
   * @throws NotCommittedException surely not committed, for any other reason; also if calls of
   *     other threads, or futures, have not completed. The transaction is rolled back then
   * @throws InterruptedIOException surely not committed: the thread was interrupted before
   * @throws TransactionEndedException if the transaction has ended before
   * @throws IllegalStateException if the caller may not end the transaction
   */
  public void commit() throws IOException {
    end();
    try {
      handle.commit();
    } finally {
      handle.book().runActions();
    }
  }

  /**
   * Commits like {@link #commit}.
   *
   * <p>Cancelling the future stops the commit if that is still possible: then {@code cancel}
   * returns true, and the transaction is surely not committed. If {@code cancel} returns false, the
   * commit is taking effect, and the future completes with its outcome.
   *
   * @return completes, on the {@linkplain RowlockOptions#executor() executor}, or fails with what
   *     {@link #commit} throws
   * @throws IllegalStateException as {@link #commit}
   */
  public CompletableFuture<Void> commitAsync() {
    end();
    return tables.onCallbacks(withActions(handle.commitAsync()), handle::cancel);
  }

  /** Drops all writes; has no effect after the end of the transaction. No I/O. */
  public void rollback() {
    requireUserEnds();
    if (!ended.getAndSet(true)) {
      var unused = handle.rollback();
      handle.book().runActions();
    }
  }

  /** Drops all writes like {@link #rollback}. */
  public CompletableFuture<Void> rollbackAsync() {
    requireUserEnds();
    return ended.getAndSet(true)
        ? CompletableFuture.completedFuture(null)
        : tables.onCallbacks(withActions(handle.rollback()));
  }

  /** Rolls back if neither commit nor rollback was called. No I/O, so that it needs no twin. */
  @Override
  public void close() {
    rollback();
  }

  /** Returns a future that ends as the given one does, after the actions of the user. */
  <T extends @Nullable Object> CompletableFuture<T> withActions(CompletableFuture<T> end) {
    return handle.book().withActions(end, tables.callbacks());
  }

  private void end() {
    requireUserEnds();
    if (ended.getAndSet(true)) {
      throw hasEnded();
    }
  }

  private void requireUserEnds() {
    if (ender != Ender.USER) {
      String message =
          "Transaction %s is committed when the callback returns and rolled back when it throws:"
              + " return or throw, or use begin() to decide by hand";
      throw new IllegalStateException(message.formatted(handle.label()));
    }
  }
}
