package io.rowlock.internal.protocol;

import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
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
  private final Surroundings surroundings;
  private final ProtocolSettings settings;

  /**
   * Puts a protocol together.
   *
   * @param foreground the store as calls use it that somebody waits for
   * @param behind the same store for work that nobody waits for
   */
  public LockProtocol(
      RowStore foreground, RowStore behind, Surroundings surroundings, ProtocolSettings settings) {
    this.surroundings = surroundings;
    this.settings = settings;
    catalog = new TableCatalog(foreground, surroundings.clock());
    background = new BackgroundWork(settings.maxBackgroundTransactions());
    LockWrites writes = new LockWrites(catalog, surroundings.clock());
    LeaseWatch leases = new LeaseWatch(surroundings.clock(), settings.lease());
    RollForward rollForward = new RollForward(foreground, writes, background);
    RollForward rollForwardBehind = new RollForward(behind, writes, background);
    LockResolver resolver = new LockResolver(foreground, writes, leases, rollForwardBehind);
    reader = new LockedReader(foreground, resolver, new LookAhead(behind, resolver, background));
    RefusedIntents refusals = new RefusedIntents(new LostTables(foreground));
    CommitPlanner planner =
        new CommitPlanner(foreground, reader, rollForward, catalog, surroundings, settings);
    commits =
        new CommitProtocol(
            planner,
            new Prewrite(foreground, writes, reader, planner, refusals, surroundings, settings),
            new ReadValidation(reader),
            new CommitPoint(foreground, writes, reader, refusals, surroundings),
            rollForwardBehind,
            new Abort(behind, writes),
            background,
            foreground,
            writes,
            surroundings,
            settings);
  }

  /** What is known of a table, at most a minute old. Fails when it has no lock family. */
  public CompletableFuture<TableFacts> facts(TableName table) {
    return catalog.facts(table);
  }

  /** The same, looked up again when the table is not known to have the families. */
  public CompletableFuture<TableFacts> factsWith(TableName table, Iterable<byte[]> families) {
    return catalog.factsWith(table, families);
  }

  /** Reads rows by key, in the order asked, waiting a while for undecided locks. */
  public CompletableFuture<List<DecidedRow>> read(List<RowRead> reads) {
    return reader.read(reads, patience());
  }

  /** Reads one page of a range. */
  public CompletableFuture<DecidedPage> scan(RangeScan scan) {
    return reader.scan(scan, patience());
  }

  /** Fails with a conflict unless everything that was read is still so. */
  public CompletableFuture<Void> validate(ReadSet reads) {
    return commits.validate(reads);
  }

  /** Commits, and completes when the transaction is committed for ever. */
  public CompletableFuture<Void> commit(CommitRequest request) {
    return commits.commit(request);
  }

  /** Completes when nothing is left to do in the background. */
  public CompletableFuture<Void> drain() {
    return background.idle();
  }

  private Patience patience() {
    return Patience.ofReader(surroundings, settings.lockWait());
  }
}
