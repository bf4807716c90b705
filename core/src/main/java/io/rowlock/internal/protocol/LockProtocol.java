package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.commit.Abort;
import io.rowlock.internal.protocol.commit.CommitPlanner;
import io.rowlock.internal.protocol.commit.CommitPoint;
import io.rowlock.internal.protocol.commit.CommitProtocol;
import io.rowlock.internal.protocol.commit.CommitRequest;
import io.rowlock.internal.protocol.commit.Heartbeat;
import io.rowlock.internal.protocol.commit.HolderSettlement;
import io.rowlock.internal.protocol.commit.Prewrite;
import io.rowlock.internal.protocol.contention.CommitTurns;
import io.rowlock.internal.protocol.contention.Reservation;
import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.protocol.contention.Reservations;
import io.rowlock.internal.protocol.contention.RowHolds;
import io.rowlock.internal.protocol.contention.RowQueue;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TableCatalog;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.lock.Tries;
import io.rowlock.internal.protocol.longread.LongReads;
import io.rowlock.internal.protocol.longread.PageRecovery;
import io.rowlock.internal.protocol.longread.Snapshot;
import io.rowlock.internal.protocol.longread.SnapshotRange;
import io.rowlock.internal.protocol.read.DecidedPage;
import io.rowlock.internal.protocol.read.LockPrefetch;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.read.LocklessTables;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.protocol.read.ReadValidation;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.protocol.recovery.LostTables;
import io.rowlock.internal.protocol.recovery.Parts;
import io.rowlock.internal.protocol.recovery.RecoveryObserver;
import io.rowlock.internal.protocol.recovery.RefusedIntents;
import io.rowlock.internal.protocol.recovery.RollForward;
import io.rowlock.internal.protocol.request.CoalescingStore;
import io.rowlock.internal.protocol.request.RegionLanes;
import io.rowlock.internal.store.Alarms;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.PiggybackRead;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.TableFacts;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;

/**
 * The entry to the protocol: wires its parts together, and does nothing else. Each transaction
 * manager has one. Thread-safe.
 *
 * <p>Every future fails with a {@link ProtocolFailure} or with an exception of the store, possibly
 * wrapped in a {@code CompletionException}.
 */
public final class LockProtocol {

  private final Parts parts;
  private final LockedReader reader;
  private final LocklessTables lockless;
  private final CommitProtocol commits;
  private final CommitTurns turns;
  private final Reservations reservations;

  /** Creates a protocol that does not report the locks that it settles. */
  public LockProtocol(
      RowStore foreground, RowStore behind, Environment environment, ProtocolSettings settings) {
    this(foreground, behind, environment, settings, RecoveryObserver.NONE);
  }

  /**
   * Creates a protocol.
   *
   * @param calls the store for calls that a caller waits for
   * @param work the same store for background work
   */
  public LockProtocol(
      RowStore calls,
      RowStore work,
      Environment environment,
      ProtocolSettings settings,
      RecoveryObserver recoveries) {
    var mechanisms = settings.limits().mechanisms();
    RegionLanes lanes =
        new RegionLanes(settings.regionLimits(), mechanisms.regionRequests(), environment);
    RowStore foreground = new CoalescingStore(calls, lanes, environment.propagator());
    RowStore behind = new CoalescingStore(work, lanes, environment.propagator());
    parts = Parts.of(foreground, behind, environment, settings, recoveries);
    TableCatalog catalog = parts.catalog();
    LockWrites writes = parts.writes();
    Tries tries = settings.limits().tries();
    RollForward rollForward =
        new RollForward(foreground, writes, parts.background(), tries.looks());
    PageRecovery pages = new PageRecovery(behind, parts);
    reader = new LockedReader(foreground, parts.resolver(), pages);
    lockless = new LocklessTables(foreground, catalog, environment.clock());
    RefusedIntents refusals = new RefusedIntents(new LostTables(foreground));
    LongReads longReads = new LongReads(foreground, behind, reader, pages, parts);
    CommitPlanner planner =
        new CommitPlanner(foreground, reader, rollForward, catalog, environment, settings);
    Prewrite prewrite =
        new Prewrite(foreground, writes, reader, planner, refusals, environment, settings);
    Heartbeat.Source heartbeats =
        new Heartbeat.Source(
            foreground,
            writes,
            new Alarms(environment.clock(), environment.scheduler()),
            settings.lease());
    HolderSettlement holders =
        new HolderSettlement(reader, rollForward, environment, settings.lease());
    Abort abort = new Abort(behind, writes, tries.release());
    RowQueue queue = new RowQueue(environment, settings.lockWait(), mechanisms.handOvers());
    RowHolds holds = new RowHolds(parts, reader, planner, prewrite, heartbeats, abort, longReads);
    reservations = new Reservations(queue, holds, longReads, environment, settings.maxRows());
    commits =
        new CommitProtocol(
            parts,
            planner,
            prewrite,
            new ReadValidation(reader, settings.limits().pageRows()),
            new CommitPoint(foreground, writes, reader, holders, refusals, environment, tries),
            abort,
            heartbeats);
    turns = new CommitTurns(parts, commits, queue, longReads);
  }

  /**
   * Returns the facts of a table: at most a minute old while the master answers, ten minutes
   * otherwise. Fails if the table has no lock family.
   */
  public CompletableFuture<TableFacts> facts(TableName table) {
    return parts.catalog().facts(table);
  }

  /** Returns the same facts, looked up again if they do not contain the families. */
  public CompletableFuture<TableFacts> factsWith(TableName table, Iterable<byte[]> families) {
    return parts.catalog().factsWith(table, families);
  }

  /** Reserves rows for a transaction of that age before it runs; fails only with a conflict. */
  public CompletableFuture<Reservation> reserve(ReservationRequest request, long age) {
    return reservations.take(request, age);
  }

  /**
   * Returns whether the reservation would wait in the queue behind transactions of this process.
   */
  public boolean isInLine(ReservationRequest request) {
    return reservations.isInLine(request);
  }

  /** Reads rows by key, in the order of the request. Waits a while for undecided locks. */
  public CompletableFuture<List<DecidedRow>> read(List<RowRead> reads, Reservation reservation) {
    return read(reads, List.of(), reservation);
  }

  /**
   * Reads rows of one table by key, and others in the same requests.
   *
   * @param reads at least one
   * @param sides rows whose locks are not waited for
   */
  public CompletableFuture<List<DecidedRow>> read(
      List<RowRead> reads, List<PiggybackRead> sides, Reservation reservation) {
    RowRead first = reads.get(0);
    return reader
        .read(reads, sides, waitPolicy(reservation))
        .thenApply(this::noted)
        .thenCompose(rows -> lockless.refuse(first.columns(), first.key(), rows));
  }

  /** Returns an empty prefetch for one transaction. */
  public LockPrefetch prefetch() {
    return new LockPrefetch(parts.environment().clock());
  }

  /** Reads one page of a range. */
  public CompletableFuture<DecidedPage> scan(RangeScan scan, Reservation reservation) {
    return noted(reader.scan(scan, waitPolicy(reservation)))
        .thenCompose(
            page ->
                lockless
                    .refuse(scan.columns(), LocklessTables.rowAt(scan, page), page.rows())
                    .thenApply(rows -> page));
  }

  /** Reads the next page of a range of a snapshot. */
  public CompletableFuture<DecidedPage> scan(
      SnapshotRange range, int limit, Reservation reservation) {
    return noted(range.next(limit, waitPolicy(reservation)));
  }

  private CompletableFuture<DecidedPage> noted(CompletableFuture<DecidedPage> page) {
    return page.thenApply(found -> new DecidedPage(noted(found.rows()), found.exhausted()));
  }

  private List<DecidedRow> noted(List<DecidedRow> rows) {
    parts.catalog().saw(rows);
    return rows;
  }

  /** Fails with a conflict unless everything that was read is of one instant. */
  public CompletableFuture<Void> validate(
      ReadSet reads, Reservation reservation, TransactionObserver observer) {
    Snapshot snapshot = reservation.snapshot();
    if (snapshot != null && snapshot.isOnlySource()) {
      return CompletableFuture.completedFuture(null);
    }
    return commits.validate(reads, reservation, observer);
  }

  /**
   * Commits. Completes when the transaction is committed forever.
   *
   * @param reservation what the transaction has reserved before it ran
   */
  public CompletableFuture<Void> commit(CommitRequest request, Reservation reservation) {
    return turns.commit(request, reservation);
  }

  /** Completes when no background work is left. */
  public CompletableFuture<Void> drain() {
    return parts.background().idle();
  }

  private WaitPolicy waitPolicy(Reservation reservation) {
    return reservation.waitPolicy(parts.environment(), parts.settings().lockWait());
  }
}
