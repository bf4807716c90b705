package io.rowlock;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Table;

/**
 * One transaction: everything read and written through its tables happens at one instant, or not at
 * all. Writes are kept in memory until the commit; reads see the transaction's own writes.
 *
 * <p>Inside {@code call}, {@code run} and their asynchronous twins, returning commits and throwing
 * rolls back; {@link #commit}, {@link #rollback} and {@link #close} are refused there with an
 * {@link IllegalStateException}, since what follows them would silently not be part of the
 * transaction. To give up, throw.
 *
 * <p>Used by one thread at a time, except that several asynchronous calls may be under way at once.
 * All of them have to be done before the commit. After its end every call fails with a {@link
 * TransactionEndedException}, those that were under way at its end included.
 */
public final class Transaction implements AutoCloseable {

  /** Who ends the transaction. */
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
   * 32 hexadecimal digits that name this attempt in exceptions and logs. Every retry has an id of
   * its own.
   */
  public String id() {
    return handle.id();
  }

  /** Its {@linkplain TransactionSettings#name name}; empty when it has none. */
  public Optional<String> name() {
    return handle.label().name();
  }

  /**
   * A table as this transaction sees it. No I/O. Code written for an HBase {@link Table} works on
   * it; what has no meaning in a transaction is refused with a message that says so.
   *
   * @return as thread-safe as the transaction; closing it is not necessary
   */
  public Table table(TableName name) {
    return tables.table(name);
  }

  /**
   * A table as this transaction sees it, asynchronously. No I/O. Its futures never complete on a
   * thread of HBase, so that their continuations may block.
   */
  public AsyncTable<AdvancedScanResultConsumer> asyncTable(TableName name) {
    return tables.asyncTable(name);
  }

  /**
   * Commits, and returns when the transaction is committed for ever.
   *
   * @throws ConflictException surely not committed; begin again
   * @throws CommitOutcomeUnknownException perhaps committed; also when the thread is interrupted,
   *     which then stays marked so
   * @throws NotCommittedException surely not committed, for any other reason; also when calls of
   *     other threads, or futures, are not done yet. It is rolled back then
   * @throws InterruptedIOException surely not committed: the thread was interrupted before
   * @throws TransactionEndedException when it has ended before
   * @throws IllegalStateException when it is not the user's to end
   */
  public void commit() throws IOException {
    end();
    handle.commit();
  }

  /**
   * As {@link #commit}.
   *
   * <p>Cancelling the future stops the commit if that is still possible: then {@code cancel}
   * returns true, and the transaction is surely not committed. When {@code cancel} returns false,
   * the commit is taking effect, and the future tells its outcome.
   *
   * @return completes, on the {@linkplain RowlockOptions#executor() executor}, or fails with what
   *     {@link #commit} throws
   * @throws IllegalStateException as {@link #commit}
   */
  public CompletableFuture<Void> commitAsync() {
    end();
    return tables.onCallbacks(handle.commitAsync(), handle::cancel);
  }

  /** Forgets what was written; without effect when the transaction has ended. No I/O. */
  public void rollback() {
    var unused = rollbackAsync();
  }

  /** As {@link #rollback}. */
  public CompletableFuture<Void> rollbackAsync() {
    requireUserEnds();
    return ended.getAndSet(true)
        ? CompletableFuture.completedFuture(null)
        : tables.onCallbacks(handle.rollback());
  }

  /** Rolls back when neither commit nor rollback was called. No I/O, so that it needs no twin. */
  @Override
  public void close() {
    rollback();
  }

  private void end() {
    requireUserEnds();
    if (ended.getAndSet(true)) {
      throw new TransactionEndedException(
          handle.label(), "The transaction has ended: it is " + handle.state());
    }
  }

  private void requireUserEnds() {
    if (ender != Ender.USER) {
      throw new IllegalStateException(
          "Transaction "
              + handle.label()
              + " is committed when the callback returns and rolled back when it throws:"
              + " return or throw, or use begin() to decide by hand");
    }
  }
}
