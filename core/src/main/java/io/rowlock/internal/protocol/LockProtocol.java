package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.commit.Abort;
import io.rowlock.internal.protocol.commit.Claim;
import io.rowlock.internal.protocol.commit.CommitPlanner;
import io.rowlock.internal.protocol.commit.CommitPoint;
import io.rowlock.internal.protocol.commit.CommitProtocol;
import io.rowlock.internal.protocol.commit.CommitRequest;
import io.rowlock.internal.protocol.commit.Heartbeat;
import io.rowlock.internal.protocol.commit.HeartbeatTimer;
import io.rowlock.internal.protocol.commit.HoldPlanner;
import io.rowlock.internal.protocol.commit.HolderSettlement;
import io.rowlock.internal.protocol.commit.Holds;
import io.rowlock.internal.protocol.commit.ParallelCommit;
import io.rowlock.internal.protocol.commit.ParallelFinish;
import io.rowlock.internal.protocol.commit.Prewrite;
import io.rowlock.internal.protocol.commit.RowTurns;
import io.rowlock.internal.protocol.contention.ClaimRequest;
import io.rowlock.internal.protocol.contention.Claims;
import io.rowlock.internal.protocol.contention.Escalation;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockWrites;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TableCatalog;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.lock.Tries;
import io.rowlock.internal.protocol.read.DecidedPage;
import io.rowlock.internal.protocol.read.Glimpses;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.read.LookAhead;
import io.rowlock.internal.protocol.read.Patience;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.protocol.read.ReadValidation;
import io.rowlock.internal.protocol.recovery.BackgroundWork;
import io.rowlock.internal.protocol.recovery.GatheringStore;
import io.rowlock.internal.protocol.recovery.LeaseWatch;
import io.rowlock.internal.protocol.recovery.LockResolver;
import io.rowlock.internal.protocol.recovery.LostTables;
import io.rowlock.internal.protocol.recovery.RecoveryObserver;
import io.rowlock.internal.protocol.recovery.RefusedIntents;
import io.rowlock.internal.protocol.recovery.RollForward;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RegionLimits;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.SideRead;
import io.rowlock.internal.store.Surroundings;
import io.rowlock.internal.store.TableFacts;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;

/**
 * The door to the protocol: one per transaction manager. Puts its parts together and nothing else.
 * Thread-safe.
 *
 * <p>Every future fails with a {@link ProtocolFailure} or with an exception of the store, possibly
 * wrapped in a {@code CompletionException}.
 */
public final class LockProtocol {

  private final TableCatalog catalog;
  private final LockedReader reader;
  private final CommitProtocol commits;
  private final BackgroundWork background;
  private final Claims claims;
  private final Surroundings surroundings;
  private final ProtocolSettings settings;

  /** One that tells nobody whose locks it settles. */
  public LockProtocol(
      RowStore foreground, RowStore behind, Surroundings surroundings, ProtocolSettings settings) {
    this(foreground, behind, surroundings, settings, RecoveryObserver.NONE);
  }

  /**
   * Puts a protocol together.
   *
   * @param foreground the store as calls use it that somebody waits for
   * @param behind the same store for work that nobody waits for
   */
  public LockProtocol(
      RowStore foreground,
      RowStore behind,
      Surroundings surroundings,
      ProtocolSettings settings,
      RecoveryObserver recoveries) {
    this.surroundings = surroundings;
    this.settings = settings;
    catalog = new TableCatalog(foreground, surroundings.clock(), settings.factsAge());
    background = new BackgroundWork(settings.maxBackgroundTransactions());
    Tries tries = settings.limits().tries();
    int pageRows = settings.limits().pageRows();
    LockWrites writes = new LockWrites(catalog, surroundings.clock(), settings.limits().trail());
    LeaseWatch leases = new LeaseWatch(surroundings.clock(), settings.lease());
    RegionLimits limits = settings.regionLimits();
    RollForward rollForward =
        new RollForward(foreground, writes, background, limits, tries.looks());
    RollForward rollForwardBehind =
        new RollForward(
            new GatheringStore(behind, limits), writes, background, limits, tries.looks());
    LockResolver resolver =
        new LockResolver(foreground, writes, leases, rollForwardBehind, recoveries);
    reader =
        new LockedReader(
            foreground, resolver, new LookAhead(behind, resolver, background, pageRows));
    RefusedIntents refusals = new RefusedIntents(new LostTables(foreground));
    CommitPlanner planner =
        new CommitPlanner(foreground, reader, rollForward, catalog, surroundings, settings);
    Prewrite prewrite =
        new Prewrite(foreground, writes, reader, planner, refusals, surroundings, settings);
    Heartbeat.Source heartbeats =
        new Heartbeat.Source(
            foreground, writes, new HeartbeatTimer(surroundings, settings.lease()));
    HolderSettlement holders =
        new HolderSettlement(reader, rollForward, surroundings, settings.lease());
    Abort abort = new Abort(behind, writes, limits, tries.release());
    RowTurns turns = new RowTurns(surroundings, settings.lockWait());
    claims =
        new Claims(
            turns,
            new Escalation(
                new Holds(
                    new HoldPlanner(reader, planner, catalog, surroundings, settings),
                    prewrite,
                    heartbeats,
                    abort,
                    background),
                surroundings,
                tries),
            settings.maxRows());
    commits =
        new CommitProtocol(
            planner,
            prewrite,
            new ReadValidation(reader, pageRows),
            new CommitPoint(foreground, writes, reader, holders, refusals, surroundings, tries),
            new ParallelCommit(foreground, writes, reader, holders, surroundings, tries),
            new ParallelFinish(
                behind, writes, reader, rollForwardBehind, refusals, surroundings, tries),
            rollForwardBehind,
            abort,
            background,
            heartbeats,
            surroundings,
            settings,
            turns);
  }

  /**
   * What is known of a table: at most a minute old while the master answers, ten minutes otherwise.
   * Fails when it has no lock family.
   */
  public CompletableFuture<TableFacts> facts(TableName table) {
    return catalog.facts(table);
  }

  /** The same, looked up again when the table is not known to have the families. */
  public CompletableFuture<TableFacts> factsWith(TableName table, Iterable<byte[]> families) {
    return catalog.factsWith(table, families);
  }

  /** Takes rows for a transaction of that age before it runs; fails only with a conflict. */
  public CompletableFuture<Claim> claim(ClaimRequest wanted, long age) {
    return claims.take(wanted, age);
  }

  /** True when the claim would wait in line for the turns of others of this process. */
  public boolean isInLine(ClaimRequest wanted) {
    return claims.isInLine(wanted);
  }

  /** Reads rows by key, in the order asked, waiting a while for undecided locks. */
  public CompletableFuture<List<DecidedRow>> read(List<RowRead> reads, Claim claim) {
    return read(reads, List.of(), claim);
  }

  /**
   * The same, others along with them.
   *
   * @param sides not waited for
   */
  public CompletableFuture<List<DecidedRow>> read(
      List<RowRead> reads, List<SideRead> sides, Claim claim) {
    return reader.read(reads, sides, patience(claim)).thenApply(this::noted);
  }

  /** What one transaction will see of rows on the side: nothing yet. */
  public Glimpses glimpses() {
    return new Glimpses(surroundings.clock());
  }

  /** Reads one page of a range. */
  public CompletableFuture<DecidedPage> scan(RangeScan scan, Claim claim) {
    return reader
        .scan(scan, patience(claim))
        .thenApply(page -> new DecidedPage(noted(page.rows()), page.exhausted()));
  }

  private List<DecidedRow> noted(List<DecidedRow> rows) {
    catalog.saw(rows);
    return rows;
  }

  /** Fails with a conflict unless everything that was read is still so. */
  public CompletableFuture<Void> validate(
      ReadSet reads, Claim claim, TransactionObserver observer) {
    return commits.validate(reads, claim, observer);
  }

  /** Commits, and completes when the transaction is committed for ever. */
  public CompletableFuture<Void> commit(CommitRequest request) {
    return commits.commit(request);
  }

  /** Completes when nothing is left to do in the background. */
  public CompletableFuture<Void> drain() {
    return background.idle();
  }

  private Patience patience(Claim claim) {
    return claim.patience(surroundings, settings.lockWait());
  }
}
