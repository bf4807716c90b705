package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.commit.CommitGate;
import io.rowlock.internal.protocol.commit.CommitRequest;
import io.rowlock.internal.protocol.commit.Hold;
import io.rowlock.internal.protocol.commit.RowWrite;
import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.protocol.lock.Observed;
import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.jspecify.annotations.Nullable;

/**
 * One active transaction: what it has read, what it will write, and its own view of both. The entry
 * for the public API.
 *
 * <p>Calls may be under way at the same time. A call sees the writes of all calls that completed
 * before it was made; buffered writes keep the order in which they were made. A call that fails has
 * buffered nothing. Futures fail with a {@link ProtocolFailure}, or with an exception of the store.
 */
public final class ActiveTransaction {

  /** The state of a transaction. */
  public enum State {
    ACTIVE("active"),
    COMMITTING("being committed"),
    COMMITTED("committed"),
    /** Surely not committed: rolled back, or the commit failed. */
    ROLLED_BACK("rolled back"),
    UNKNOWN("committed or not, which is unknown");

    private final String description;

    State(String description) {
      this.description = description;
    }

    /** Returns a predicate about the transaction, for messages. */
    @Override
    public String toString() {
      return description;
    }
  }

  private final LockProtocol protocol;
  private final TransactionId id;
  private final long age;
  private final TransactionObserver observer;
  private final boolean mayWrite;
  private final CallTracker calls;
  private final TransactionBuffers buffers;
  private final TransactionReads reads;
  private final RowUpdates rowUpdates;
  private final CommitGate gate = new CommitGate();
  private final CompletableFuture<Void> over = new CompletableFuture<>();

  /**
   * Begins a transaction. Nothing is sent.
   *
   * @param age milliseconds since the epoch at the start of the first attempt, retries included
   * @param observer of the progress
   */
  public ActiveTransaction(
      LockProtocol protocol,
      TransactionId id,
      long age,
      TransactionLimits limits,
      TransactionObserver observer) {
    this.protocol = protocol;
    this.id = id;
    this.age = age;
    this.observer = observer;
    this.mayWrite = limits.writes();
    this.calls = new CallTracker(id, gate, this::end);
    this.buffers = new TransactionBuffers(protocol, limits, observer);
    this.reads = new TransactionReads(calls, buffers, true);
    this.rowUpdates = new RowUpdates(buffers, limits);
  }

  public TransactionId id() {
    return id;
  }

  public State state() {
    return calls.state();
  }

  /** Reserves rows before anything else is done; the end of the transaction releases them. */
  public CompletableFuture<Void> reserve(ReservationRequest request) {
    buffers.noticeLongReads(request.noticesLongReads());
    return call(
        begun ->
            Observed.begin(Phase.RESERVE, observer)
                .end(Async.DONE.thenCompose(done -> protocol.reserve(request, age)))
                .thenAccept(buffers::take));
  }

  /** Makes a call that reads or buffers. */
  private <T> CompletableFuture<T> call(Function<Void, CompletableFuture<T>> work) {
    return calls.end(calls.begin().thenCompose(work));
  }

  /** Returns every row that the transaction has met or will write so far. */
  public SortedSet<RowKey> rows() {
    return buffers.rows();
  }

  /** Returns the number of rows that it has requested by key, or met in ranges. */
  public int rowsRead() {
    return buffers.rowsRead();
  }

  /**
   * Returns the scans that a snapshot for the next attempt needs; none if it would not help.
   *
   * @param reserved the scans of this attempt's snapshot
   */
  public List<RangeScan> longRead(List<RangeScan> reserved) {
    return buffers.longRead(reserved);
  }

  /** Returns whether it may write. */
  public boolean mayWrite() {
    return mayWrite;
  }

  /** Returns the rows that it will write so far. */
  public SortedSet<RowKey> writtenRows() {
    return new TreeSet<>(buffers.locked(() -> buffers.writes().toCommit().keySet()));
  }

  /**
   * Returns a row that this transaction has read, and that an inner one will write; empty if there
   * is none, if this one is over, or if they are of two managers.
   */
  public Optional<RowKey> hasRead(ActiveTransaction inner) {
    return isOpenFor(inner)
        ? inner.writtenRows().stream().filter(buffers::hasRead).findFirst()
        : Optional.empty();
  }

  /** Returns a row that an inner transaction will write, and would wait for in vain, likewise. */
  public Optional<RowKey> holds(ActiveTransaction inner) {
    return inner.writtenRows().stream().filter(row -> holdsAgainst(inner, row)).findFirst();
  }

  /** Returns whether this transaction holds the row, so that an inner one waits for it in vain. */
  public boolean holdsAgainst(ActiveTransaction inner, RowKey row) {
    return isOpenFor(inner) && buffers.reservation().holds(row);
  }

  private boolean isOpenFor(ActiveTransaction inner) {
    return inner.protocol == protocol && state() == State.ACTIVE;
  }

  /**
   * Returns whether the reservation would wait in the queue behind transactions of this process.
   */
  public boolean isInLine(ReservationRequest request) {
    return protocol.isInLine(request);
  }

  /** Returns its ordinary reads. */
  public TransactionReads reads() {
    return reads;
  }

  /** Returns its reads that the commit does not validate. */
  public TransactionReads unvalidatedReads() {
    return new TransactionReads(calls, buffers, false);
  }

  /** Buffers a put or a delete. */
  public CompletableFuture<Void> write(TableName table, Mutation putOrDelete) {
    return writeAll(table, List.of(putOrDelete));
  }

  /** Buffers puts and deletes in their order: all of them or, on failure, none. */
  public CompletableFuture<Void> writeAll(TableName table, List<? extends Mutation> putsOrDeletes) {
    for (Mutation mutation : putsOrDeletes) {
      if (!(mutation instanceof Put || mutation instanceof Delete)) {
        throw new IllegalArgumentException("neither a put nor a delete: " + mutation.getClass());
      }
    }
    return call(begun -> rowUpdates.write(table, putsOrDeletes).get());
  }

  /**
   * Applies mutations to one row, in their order: all of them or, on failure, none.
   *
   * @return the results of its increments and appends, which may be empty, marked as existing
   */
  public CompletableFuture<Result> mutateRow(TableName table, RowMutations mutations) {
    return call(begun -> rowUpdates.apply(table, mutations).get()).thenApply(Results::performed);
  }

  /**
   * Buffers an increment. It is no read if no result is requested and the transaction has not read
   * the row.
   */
  public CompletableFuture<Result> increment(TableName table, Increment increment) {
    return call(begun -> rowUpdates.apply(table, increment).get());
  }

  /**
   * Buffers an append. It is no read if no result is requested and the transaction has not read the
   * row.
   */
  public CompletableFuture<Result> append(TableName table, Append append) {
    return call(begun -> rowUpdates.apply(table, append).get());
  }

  public CompletableFuture<CheckAndMutateResult> checkAndMutate(
      TableName table, CheckAndMutate check) {
    return call(begun -> rowUpdates.checkAndMutate(table, check).get());
  }

  /**
   * Performs actions on rows in their order. All of them count as under way until the last has
   * ended.
   *
   * @param by the reads of the transaction for the gets
   * @return HBase's result of each action
   */
  public List<CompletableFuture<Object>> batch(
      TableName table, List<? extends Row> actions, TransactionReads by) {
    return new RowActions(table, calls, by, rowUpdates).perform(actions);
  }

  /** Marks what is buffered so far. No other call may be under way. */
  public CompletableFuture<WriteMark> mark() {
    return calls.alone(() -> buffers.locked(() -> buffers.writes().mark()));
  }

  /**
   * Drops what was buffered after a mark; what was read stays read. No other call may be under way.
   *
   * @return false if the mark is of another transaction, or made after one that it has returned to
   */
  public CompletableFuture<Boolean> returnTo(WriteMark mark) {
    return calls.alone(() -> buffers.locked(() -> buffers.writes().returnTo(mark)));
  }

  /** Fails with a conflict if something that was read is stale. The transaction stays active. */
  public CompletableFuture<Void> validate() {
    return call(begun -> validateReads());
  }

  private CompletableFuture<Void> validateReads() {
    return buffers.locked(() -> buffers.reads().needsValidation())
        ? protocol.validate(
            buffers.locked(() -> buffers.reads().toReadSet()), buffers.reservation(), observer)
        : Async.DONE;
  }

  /** Commits; completes when the transaction is committed forever. It must be the last call. */
  public CompletableFuture<Void> commit() {
    CompletableFuture<Void> begun = calls.beginCommit();
    return begun.isCompletedExceptionally()
        ? begun
        : calls.endCommit(begun.thenCompose(committing -> commitBuffered()));
  }

  private CompletableFuture<Void> commitBuffered() {
    return buffers.locked(() -> buffers.writes().isEmpty())
        ? validateReads()
        : protocol.commit(buffers.locked(this::request), buffers.reservation());
  }

  private CommitRequest request() {
    SortedMap<RowKey, RowWrite> writes = buffers.writes().toCommit();
    return new CommitRequest(
        id,
        age,
        writes,
        buffers.reads().toReadSet(writes.keySet()),
        buffers.prefetch(),
        Hold.NONE,
        observer,
        gate);
  }

  /** Drops all buffered writes. No lock has been written. Further calls do nothing. */
  public CompletableFuture<Void> rollback() {
    return calls.rollBack();
  }

  /**
   * Ends the transaction from outside if it certainly is not committed: calls under way, including
   * a commit, and all later ones fail with the reason, and locks are taken back in the background.
   *
   * @return false if the transaction is committed, or may be; then nothing happens, except that a
   *     commit under way is not repeated
   */
  public boolean stop(ProtocolFailure reason) {
    return calls.stop(reason);
  }

  /**
   * Releases callers that wait for the commit: with success if the transaction is committed,
   * otherwise with this failure. The commit continues.
   */
  public void abandon(ProtocolFailure unknown) {
    calls.abandon(unknown);
  }

  /** Completes when the transaction is over, and everything that it had reserved is released. */
  public CompletableFuture<Void> over() {
    return over;
  }

  /** Runs work that is no call, such as the user's code; fails when the transaction stops. */
  public <T extends @Nullable Object> CompletableFuture<T> untilStopped(
      Supplier<CompletableFuture<T>> work) {
    return calls.untilStopped(work);
  }

  private void end() {
    buffers.giveBack();
    over.complete(null);
  }
}
