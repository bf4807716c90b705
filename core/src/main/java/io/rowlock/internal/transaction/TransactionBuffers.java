package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.contention.Reservation;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.Observed;
import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.longread.Snapshot;
import io.rowlock.internal.protocol.longread.SnapshotRange;
import io.rowlock.internal.protocol.read.DecidedPage;
import io.rowlock.internal.protocol.read.LockPrefetch;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.PiggybackRead;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.TableFacts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;
import org.apache.hbase.thirdparty.com.google.common.collect.Sets;
import org.jspecify.annotations.Nullable;

/**
 * The reads and the buffered writes of a transaction, under one lock, and the only way to read rows
 * by key.
 *
 * <p>Calls may be under way at the same time. Each call evaluates what it has read and buffers its
 * writes in one step under the lock, so that calls seem to run one after the other, in the order in
 * which their reads are answered. No call waits while it holds the lock.
 */
final class TransactionBuffers {

  /** The locks of further rows are fetched by the commit. */
  private static final int MAX_PREFETCHED = 100;

  /** Each scan of a snapshot keeps two scanners open in each of its regions. */
  private static final int MAX_SNAPSHOTS = 8;

  private final LockProtocol protocol;
  private final TransactionObserver observer;
  private final LockPrefetch prefetch;
  private final ReadLog reads = new ReadLog();
  private final WriteSet writes;
  private final Set<RowKey> requestedRows = new HashSet<>();
  private final List<RangeScan> scans = new ArrayList<>();
  private final int maxRows;
  private Reservation reservation = Reservation.NONE;
  private long rowsBeforeNextLook = Long.MAX_VALUE;
  private boolean isOver;

  TransactionBuffers(
      LockProtocol protocol, TransactionLimits limits, TransactionObserver observer) {
    this.protocol = protocol;
    this.observer = observer;
    this.prefetch = protocol.prefetch();
    this.maxRows = limits.maxRows();
    this.writes = new WriteSet(maxRows);
  }

  LockProtocol protocol() {
    return protocol;
  }

  /** The caller must hold the lock. */
  ReadLog reads() {
    return reads;
  }

  /** The caller must hold the lock. */
  WriteSet writes() {
    return writes;
  }

  /** The caller must hold the lock. */
  LockPrefetch prefetch() {
    return prefetch;
  }

  /**
   * Keeps what was reserved for the transaction; releases it at once if the transaction is over.
   */
  void take(Reservation taken) {
    boolean tooLate;
    synchronized (this) {
      reservation = taken;
      tooLate = isOver;
    }
    if (tooLate) {
      taken.release();
    }
  }

  /** Releases what was reserved for the transaction. */
  void giveBack() {
    Reservation taken;
    synchronized (this) {
      isOver = true;
      taken = reservation;
    }
    taken.release();
  }

  synchronized Reservation reservation() {
    return reservation;
  }

  /**
   * Returns every row that the transaction has met or will write, also if reading it has failed.
   */
  synchronized SortedSet<RowKey> rows() {
    SortedSet<RowKey> rows = new TreeSet<>(requestedRows);
    rows.addAll(writes.toCommit().keySet());
    rows.addAll(reads.rowsInRanges());
    return rows;
  }

  synchronized boolean hasRead(RowKey row) {
    return reads.contains(row);
  }

  synchronized int rowsRead() {
    return requestedRows.size() + reads.rowsInRanges().size();
  }

  /** Counts as read, from now on, what a scan will pass. */
  synchronized void add(ConsumedRange range) {
    reads.add(range);
  }

  /**
   * Returns the range of a scan in the snapshot, nothing if it must read elsewhere. Called once,
   * before the scan reads its first page.
   */
  CompletableFuture<Optional<SnapshotRange>> claim(RangeScan whole) {
    Snapshot snapshot;
    synchronized (this) {
      if (scans.size() <= MAX_SNAPSHOTS) {
        scans.add(whole);
      }
      snapshot = reservation.snapshot();
    }
    return snapshot == null
        ? CompletableFuture.completedFuture(Optional.empty())
        : observed(begun -> snapshot.claim(whole));
  }

  /** Sets whether the transaction fails early if it reads so much that it will conflict at last. */
  synchronized void noticeLongReads(boolean notices) {
    rowsBeforeNextLook = notices ? maxRows : Long.MAX_VALUE;
  }

  /**
   * Returns the scans that a snapshot for the next attempt needs; none if it would not help:
   * because this attempt did anything else, or has met no more rows than it could lock.
   *
   * @param reserved the scans of this attempt's snapshot, after which it may have begun more; none
   *     if it had no snapshot
   */
  synchronized List<RangeScan> longRead(List<RangeScan> reserved) {
    boolean isLong = !reserved.isEmpty() || reads.rowsMet() > maxRows;
    if (!isLong || !onlyScans() || scans.size() > MAX_SNAPSHOTS) {
      return List.of();
    }
    return scans.size() < reserved.size() ? reserved : List.copyOf(scans);
  }

  private boolean onlyScans() {
    return writes.isEmpty() && requestedRows.isEmpty();
  }

  /** Returns the result of an action under the lock. */
  synchronized <T extends @Nullable Object> T locked(Supplier<T> action) {
    return action.get();
  }

  /** Runs an action under the lock. */
  synchronized void run(Runnable action) {
    action.run();
  }

  /**
   * Reads rows, remembers them, and then runs an action under the lock.
   *
   * @param requested the reads, at least one
   * @param isValidated false: only a row from which an own change is computed is remembered,
   *     because the commit relies on it
   * @param action gets the committed rows in the order of the request; it may use more columns than
   *     requested
   */
  <T extends @Nullable Object> CompletableFuture<T> read(
      List<RowRead> requested, boolean isValidated, Function<List<DecidedRow>, T> action) {
    List<RowRead> widened = widen(requested, isValidated);
    RowRead first = requested.get(0);
    TableName table = first.key().table();
    List<PiggybackRead> sides = blindRowsOf(table);
    return explained(
            table, first.columns(), observed(begun -> protocol.read(widened, sides, reservation())))
        .thenCompose(
            rows ->
                locked(
                    () ->
                        isEnough(widened)
                            ? CompletableFuture.completedFuture(conclude(rows, isValidated, action))
                            : read(requested, isValidated, action)));
  }

  /**
   * Reads a page of a range.
   *
   * @param isValidated whether the page counts as read
   */
  CompletableFuture<DecidedPage> scan(RangeScan page, boolean isValidated) {
    if (isValidated) {
      reservation().leaveSnapshot();
    }
    return (isValidated ? validatedIfLong() : Async.DONE)
        .thenCompose(unchanged -> fetch(page, begun -> protocol.scan(page, reservation())));
  }

  /** Reads a page of a range of the snapshot. */
  CompletableFuture<DecidedPage> scan(SnapshotRange range, RangeScan page) {
    return fetch(page, begun -> protocol.scan(range, page.limit(), reservation()));
  }

  /**
   * Fails early for a transaction that reads more than it could lock, and will conflict in the end.
   * All these looks together read fewer than twice as many locks as the transaction reads rows.
   */
  private CompletableFuture<Void> validatedIfLong() {
    ReadSet read = locked(this::readSetOfLongReader);
    return read == null ? Async.DONE : protocol.validate(read, reservation(), observer);
  }

  /**
   * Returns what was read when it becomes too much to lock, and each time that it has doubled
   * since; null at any other time.
   */
  private @Nullable ReadSet readSetOfLongReader() {
    long rowsMet = reads.rowsMet();
    if (rowsMet <= rowsBeforeNextLook || !onlyScans()) {
      return null;
    }
    rowsBeforeNextLook = 2 * rowsMet;
    return reads.toReadSet();
  }

  private CompletableFuture<DecidedPage> fetch(
      RangeScan page, Function<Void, CompletableFuture<DecidedPage>> read) {
    return explained(page.range().table(), page.columns(), observed(read));
  }

  private <T> CompletableFuture<T> observed(Function<Void, CompletableFuture<T>> read) {
    return Observed.begin(Phase.READ, observer).end(Async.DONE.thenCompose(read));
  }

  /**
   * Explains an unknown family. HBase reports one also if the lock family is missing, and does not
   * name the existing families.
   */
  private <T> CompletableFuture<T> explained(
      TableName table, ColumnSelection columns, CompletableFuture<T> read) {
    return Async.recover(
        read,
        failure ->
            isUnknownFamily(failure)
                ? protocol
                    .factsWith(table, columns.families().keySet())
                    .thenCompose(
                        facts -> CompletableFuture.failedFuture(unknown(facts, columns, failure)))
                : CompletableFuture.failedFuture(failure));
  }

  private static ProtocolFailure unknown(
      TableFacts facts, ColumnSelection columns, Throwable failure) {
    String unknown =
        MutationRules.names(
            Sets.filter(columns.families().keySet(), family -> !facts.families().contains(family)));
    String message = "A read asks for the family %s, but table '%s' has only %s";
    String table = facts.table().getNameAsString();
    String known = MutationRules.names(facts.userFamilies());
    return ProtocolFailure.store(null, message.formatted(unknown, table, known), failure);
  }

  /**
   * Returns false for failures of the protocol: they are about other rows, and explained already.
   */
  private static boolean isUnknownFamily(Throwable failure) {
    List<Throwable> causes = Throwables.getCausalChain(failure);
    return causes.stream().anyMatch(NoSuchColumnFamilyException.class::isInstance)
        && causes.stream().noneMatch(ProtocolFailure.class::isInstance);
  }

  /**
   * Adds the columns from which open changes of the rows are computed. Rows with own writes are
   * read as a whole: writes laid over a slice would change where it ends.
   */
  private synchronized List<RowRead> widen(List<RowRead> requested, boolean isValidated) {
    List<RowRead> widened = new ArrayList<>(requested.size());
    for (RowRead read : requested) {
      BufferedRow own = writes.row(read.key());
      if (isValidated || own != null) {
        requestedRows.add(read.key());
      }
      widened.add(own == null ? read : new RowRead(read.key(), read.columns().and(own.needs())));
    }
    return widened;
  }

  /** Returns rows to be written whose locks the commit would have to fetch. */
  private synchronized List<PiggybackRead> blindRowsOf(TableName table) {
    List<PiggybackRead> blind = new ArrayList<>();
    for (BufferedRow row : writes.rowsOf(table, MAX_PREFETCHED)) {
      RowKey key = row.key();
      if (!requestedRows.contains(key) && !prefetch.has(key) && !reads.contains(key)) {
        blind.add(prefetch.at(new RowRead(key, row.needs())));
      }
    }
    return blind;
  }

  /**
   * Returns false if another call has meanwhile written something that cannot be laid over what was
   * read.
   */
  private boolean isEnough(List<RowRead> done) {
    for (RowRead read : done) {
      BufferedRow own = writes.row(read.key());
      if (own != null && (read.slice() != null || !own.isSettledBy(read.columns()))) {
        return false;
      }
    }
    return true;
  }

  private <T extends @Nullable Object> T conclude(
      List<DecidedRow> rows, boolean isValidated, Function<List<DecidedRow>, T> action) {
    for (DecidedRow row : rows) {
      BufferedRow own = writes.row(row.key());
      if (isValidated || (own != null && own.isOpen())) {
        reads.add(row);
        reservation.leaveSnapshot();
      }
      if (own != null) {
        own.settle(row.cells());
      }
    }
    return action.apply(rows);
  }

  /**
   * Returns the committed cells of a row that has been read, with own writes laid over them. The
   * caller must hold the lock.
   *
   * @param columns whose own values are laid over; committed cells stay unless own writes hide them
   */
  List<Cell> view(RowKey key, List<Cell> committed, ColumnSelection columns) {
    BufferedRow own = writes.row(key);
    return own == null ? committed : own.overlay(committed, columns);
  }
}
