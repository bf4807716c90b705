package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.CommitAttempt;
import io.rowlock.internal.protocol.commit.CommitPlanner;
import io.rowlock.internal.protocol.commit.LockPlan;
import io.rowlock.internal.protocol.commit.PlanLimits;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TableCatalog;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.TableFacts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;

/**
 * Plans a hold ({@link EscalationLock}): the attempt of a transaction that writes nothing to each
 * of its rows.
 */
public final class EscalationPlanner {

  private final LockedReader reader;
  private final CommitPlanner planner;
  private final TableCatalog catalog;
  private final PlanLimits limits;
  private final Environment environment;
  private final ProtocolSettings settings;

  public EscalationPlanner(
      LockedReader reader,
      CommitPlanner planner,
      TableCatalog catalog,
      Environment environment,
      ProtocolSettings settings) {
    this.reader = reader;
    this.planner = planner;
    this.catalog = catalog;
    this.limits = new PlanLimits(settings);
    this.environment = environment;
    this.settings = settings;
  }

  /** Plans the hold. Waits for undecided locks, and has none meanwhile. */
  CompletableFuture<CommitAttempt> plan(SortedSet<RowKey> rows, TransactionId id, long age) {
    List<RowRead> reads = rows.stream().map(RowRead::lockOf).toList();
    return reader
        .read(reads, WaitPolicy.ofReader(environment, settings.lockWait()))
        .thenCompose(this::overwritable)
        .thenCompose(found -> facts(found).thenApply(facts -> freeze(found, facts, id, age)))
        .thenApply(CommitAttempt::new);
  }

  private CompletableFuture<List<DecidedRow>> overwritable(List<DecidedRow> found) {
    return planner.allOverwritable(found).thenApply(done -> found);
  }

  private CompletableFuture<List<TableFacts>> facts(List<DecidedRow> rows) {
    Set<TableName> tables = rows.stream().map(row -> row.key().table()).collect(Collectors.toSet());
    return Async.all(tables.stream().map(catalog::facts).toList());
  }

  private LockPlan freeze(
      List<DecidedRow> found, List<TableFacts> facts, TransactionId id, long age) {
    Map<TableName, TableFacts> tables = new HashMap<>();
    facts.forEach(table -> tables.put(table.table(), table));
    long timestamp = timestamp(found, facts);
    long now = environment.clock().currentMillis();
    LockPlan plan = LockPlan.ofHold(id, age, now, timestamp, found, tables);
    limits.check(plan);
    return plan;
  }

  /**
   * Returns the commit timestamp of the plan, at which nothing is ever committed. It must be above
   * what other transactions write to rows that are not locked yet, so it is ahead of the clock by
   * the time that they have for this.
   */
  private long timestamp(List<DecidedRow> rows, List<TableFacts> tables) {
    long newest = 0;
    for (DecidedRow row : rows) {
      newest = Math.max(newest, row.version());
    }
    for (TableFacts table : tables) {
      newest = Math.max(newest, table.floor());
    }
    return Math.max(environment.clock().currentMillis(), newest + 2)
        + settings.lockWait().toMillis();
  }
}
