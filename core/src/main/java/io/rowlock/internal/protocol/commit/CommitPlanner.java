package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.LostRaceException;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.TableCatalog;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.protocol.recovery.RollForward;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.TableFacts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * Plans one attempt: fetches the locks that are not known yet, in one wave, and fixes everything
 * that an attempt may not change (I4).
 */
public record CommitPlanner(
    RowStore store,
    LockedReader reader,
    RollForward rollForward,
    TableCatalog catalog,
    Environment environment,
    ProtocolSettings settings) {

  /**
   * Plans an attempt.
   *
   * @param again whether the locks seen while reading are out of date, so that all are fetched
   * @return empty if the transaction writes nothing
   */
  CompletableFuture<Optional<CommitPlan>> plan(
      CommitRequest request, TransactionId id, boolean again) {
    return request
        .hold()
        .beforeCommit(request.writes().keySet())
        .thenCompose(still -> prefetched(request, again))
        .thenCompose(known -> mapOf(request))
        .thenCompose(
            map ->
                basesOf(request, again, map)
                    .thenCompose(bases -> freeze(request, id, map, rowsOf(request, bases), bases)));
  }

  private CompletableFuture<Void> prefetched(CommitRequest request, boolean again) {
    return again
        ? CompletableFuture.completedFuture(null)
        : request.prefetch().settled(request.writes().keySet(), environment);
  }

  /**
   * Locates the rows. Under a hold each row is written by itself, over the bytes of the hold's
   * lock.
   */
  private CompletableFuture<RowMap> mapOf(CommitRequest request) {
    return request.hold().id() == null
        ? RowMap.of(rowsOf(request), store)
        : CompletableFuture.completedFuture(RowMap.EMPTY);
  }

  /** Returns the rows that one atomic write may have to include. */
  private static Set<RowKey> rowsOf(CommitRequest request) {
    Set<RowKey> rows = new LinkedHashSet<>(request.writes().keySet());
    if (request.reads().ranges().isEmpty()) {
      rows.addAll(request.reads().rows().keySet());
    }
    return rows;
  }

  /**
   * Returns the current state of every row to be written, and of every row that the commit point
   * may check.
   */
  private CompletableFuture<Map<RowKey, DecidedRow>> basesOf(
      CommitRequest request, boolean again, RowMap map) {
    Map<RowKey, DecidedRow> bases = new HashMap<>();
    List<RowRead> unknown = new ArrayList<>();
    for (Map.Entry<RowKey, RowWrite> write : request.writes().entrySet()) {
      RowKey key = write.getKey();
      DecidedRow seen = again ? null : usableBase(request, key, write.getValue());
      if (seen == null) {
        unknown.add(new RowRead(key, write.getValue().needs()));
      } else {
        bases.put(key, seen);
      }
    }
    int written = unknown.size();
    for (RowKey key : RegionCommit.mayCheck(request, map, settings.regionLimits())) {
      DecidedRow seen = Objects.requireNonNull(request.reads().row(key));
      if (again || mayChange(seen)) {
        unknown.add(RowRead.lockOf(key));
      } else {
        bases.put(key, seen);
      }
    }
    return fetch(unknown, written, request.hold())
        .thenApply(
            rows -> {
              for (DecidedRow row : rows) {
                bases.put(row.key(), withCellsSeen(request, row));
              }
              return bases;
            });
  }

  /** Returns a row fetched for its lock, with the newest timestamp of an earlier read. */
  private static DecidedRow withCellsSeen(CommitRequest request, DecidedRow fetched) {
    return fetched.after(request.reads().row(fetched.key()));
  }

  /**
   * Returns whether the lock may change: its bytes must not become a condition of a region commit.
   */
  private static boolean mayChange(DecidedRow seen) {
    return !seen.isStable();
  }

  /**
   * Returns a state of the row that needs no fetch, or null. A lock seen while reading is usable,
   * unless it was about to change or the write needs cells. If the row was not read, a prefetched
   * lock is usable.
   */
  private static @Nullable DecidedRow usableBase(
      CommitRequest request, RowKey key, RowWrite write) {
    if (request.reads().versionOf(key).isEmpty()) {
      return request.prefetch().baseOf(key, write.needs());
    }
    DecidedRow seen = request.reads().row(key);
    boolean usable =
        seen != null
            && standsStill(seen, request.hold())
            && write.needs() == ColumnSelection.LOCK_ONLY;
    return usable ? seen : null;
  }

  private static boolean standsStill(DecidedRow seen, Hold hold) {
    boolean isHeld = hold.stillShows(seen) && seen.isHeldByCaller();
    return seen.isStable() || isHeld;
  }

  /**
   * Fetches the rows.
   *
   * @param written the number of rows, at the start of the list, that the transaction writes
   */
  private CompletableFuture<List<DecidedRow>> fetch(List<RowRead> reads, int written, Hold hold) {
    if (reads.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    return reader
        .read(reads, hold.waitPolicy(environment, settings.lockWait()))
        .thenCompose(
            rows -> allOverwritable(rows.subList(0, written)).thenApply(overwritable -> rows));
  }

  /**
   * Prepares the overwriting of rows; fails with a lost race if one of them cannot be overwritten.
   */
  public CompletableFuture<Void> allOverwritable(List<DecidedRow> rows) {
    return Async.all(rows, this::overwritable).thenAccept(done -> requireAllDone(rows, done));
  }

  private static void requireAllDone(List<DecidedRow> rows, List<Boolean> done) {
    if (done.contains(false)) {
      throw new LostRaceException(rows.get(done.indexOf(false)).key());
    }
  }

  /**
   * Prepares the overwriting of a row. A COMMITTED primary may be overwritten only after its
   * secondaries are rolled forward (I2).
   */
  private CompletableFuture<Boolean> overwritable(DecidedRow row) {
    return row.locked().lock() instanceof Committed
        ? rollForward.secondaries(row.locked())
        : CompletableFuture.completedFuture(true);
  }

  /**
   * Fails if a commit may not rely on the plan's facts any more (I5): they are too old and cannot
   * be confirmed, or the table has changed. Then the attempt is planned anew.
   */
  CompletableFuture<Void> confirm(LockPlan plan) {
    return Async.all(plan.tables().keySet(), catalog::facts)
        .thenAccept(
            now -> {
              if (!plan.tables().values().containsAll(now)) {
                throw new LostRaceException(plan.primaryKey());
              }
            });
  }

  private List<WriteRow> rowsOf(CommitRequest request, Map<RowKey, DecidedRow> bases) {
    List<WriteRow> rows = new ArrayList<>(request.writes().size());
    for (Map.Entry<RowKey, RowWrite> next : request.writes().entrySet()) {
      RowWrite write = next.getValue();
      OptionalLong relied = request.reads().versionOf(next.getKey());
      DecidedRow base = unchangedBase(next.getKey(), bases, request.reads());
      Intent intent = write.intent(base.cells());
      if (!intent.isEmpty()) {
        rows.add(new WriteRow(write, base, intent, isBlind(relied)));
      }
    }
    return rows;
  }

  /** Returns the row as it is now, which must have the version that the transaction has read. */
  private static DecidedRow unchangedBase(
      RowKey key, Map<RowKey, DecidedRow> bases, ReadSet reads) {
    DecidedRow base = bases.get(key);
    if (base == null) {
      throw new IllegalStateException("not fetched: " + key);
    }
    reads.requireUnchanged(base);
    return base;
  }

  /** Returns whether the transaction has not read the row. */
  private static boolean isBlind(OptionalLong relied) {
    return relied.isEmpty();
  }

  private CompletableFuture<Optional<CommitPlan>> freeze(
      CommitRequest request,
      TransactionId id,
      RowMap map,
      List<WriteRow> rows,
      Map<RowKey, DecidedRow> bases) {
    request.hold().whenPlanned(WriteRow.keysOf(rows));
    if (rows.isEmpty()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return Async.all(rows, row -> catalog.factsWith(row.key().table(), row.intent().familyNames()))
        .thenApply(facts -> Optional.of(freeze(request, id, map, on(facts, rows), bases, facts)));
  }

  private static List<WriteRow> on(List<TableFacts> facts, List<WriteRow> rows) {
    List<WriteRow> whole = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      whole.add(rows.get(i).on(facts.get(i)));
    }
    return whole;
  }

  private CommitPlan freeze(
      CommitRequest request,
      TransactionId id,
      RowMap map,
      List<WriteRow> rows,
      Map<RowKey, DecidedRow> bases,
      List<TableFacts> facts) {
    Map<TableName, TableFacts> tables = new HashMap<>();
    facts.forEach(table -> tables.put(table.table(), table));
    PlanLimits limits = new PlanLimits(settings);
    limits.check(rows, tables);
    limits.check(request.reads());
    CommitLayout layout =
        CommitLayout.of(request.reads(), rows, bases, map, request.hold(), settings.regionLimits());
    long now = environment.clock().currentMillis();
    long timestamp = Math.max(now, lowestCommit(request.reads(), rows, tables));
    WriteRow primary = layout.primary();
    List<WriteRow> secondaries = layout.secondaries();
    boolean direct = layout.isPrimaryDirect();
    LockPlan locks =
        new LockPlan(id, request.age(), now, timestamp, primary, secondaries, direct, tables);
    NextHold next = isOnlyRow(layout) ? request.hold().next(locks) : null;
    return new CommitPlan(locks, layout.region(), next, layout.validates());
  }

  private static boolean isOnlyRow(CommitLayout layout) {
    return layout.region().rows().isEmpty() && layout.secondaries().isEmpty();
  }

  /**
   * Returns the lowest possible commit timestamp: above every version read or overwritten, every
   * cell seen in a written row, and the floors. The distance is always two, because deletes are
   * applied one below the commit timestamp. There they must still cover the earlier cells, and
   * earlier deletes must not cover the new values.
   */
  private static long lowestCommit(
      ReadSet reads, List<WriteRow> rows, Map<TableName, TableFacts> tables) {
    long overwritten = Math.max(newestOverwritten(rows), newestCell(rows));
    long seen = Math.max(overwritten, Math.max(reads.newestVersion(), reads.newestCell()));
    return above(Math.max(seen, highestFloor(tables.values())));
  }

  private static long newestOverwritten(List<WriteRow> rows) {
    return highest(rows, row -> row.base().version());
  }

  private static long newestCell(List<WriteRow> rows) {
    return highest(rows, row -> row.base().newestTimestamp());
  }

  private static long highestFloor(Collection<TableFacts> tables) {
    return highest(tables, TableFacts::floor);
  }

  private static <T> long highest(Collection<T> items, ToLongFunction<T> number) {
    long highest = 0;
    for (T item : items) {
      highest = Math.max(highest, number.applyAsLong(item));
    }
    return highest;
  }

  private static long above(long newest) {
    return newest + 2;
  }
}
