package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.RowLock.Committed;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.Surroundings;
import io.rowlock.internal.store.TableFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * Makes the plan of one attempt: fetches the locks that are not known yet, one wave, and freezes
 * everything (I4).
 */
final class CommitPlanner {

  private final LockedReader reader;
  private final RollForward rollForward;
  private final TableCatalog catalog;
  private final PlanLimits limits;
  private final Surroundings surroundings;
  private final ProtocolSettings settings;

  CommitPlanner(
      LockedReader reader,
      RollForward rollForward,
      TableCatalog catalog,
      Surroundings surroundings,
      ProtocolSettings settings) {
    this.reader = reader;
    this.rollForward = rollForward;
    this.catalog = catalog;
    this.limits = new PlanLimits(settings);
    this.surroundings = surroundings;
    this.settings = settings;
  }

  /**
   * Plans an attempt.
   *
   * @param again the locks seen while reading are out of date, fetch all
   * @return empty when nothing is to be written
   */
  CompletableFuture<Optional<CommitPlan>> plan(
      CommitRequest request, TransactionId id, boolean again) {
    Map<RowKey, DecidedRow> bases = new HashMap<>();
    List<RowRead> unknown = new ArrayList<>();
    request
        .writes()
        .forEach(
            (key, write) -> {
              DecidedRow seen = again ? null : usableBase(request.reads().row(key), write);
              if (seen == null) {
                unknown.add(new RowRead(key, write.needs()));
              } else {
                bases.put(key, seen);
              }
            });
    return fetch(unknown)
        .thenAccept(rows -> rows.forEach(row -> bases.put(row.key(), row)))
        .thenApply(fetched -> rowsOf(request, bases))
        .thenCompose(rows -> freeze(request, id, rows));
  }

  /** A lock seen while reading will do unless it was about to change, or cells are needed. */
  private static @Nullable DecidedRow usableBase(@Nullable DecidedRow seen, RowWrite write) {
    boolean usable = seen != null && seen.isStable() && write.needs() == ColumnSelection.LOCK_ONLY;
    return usable ? seen : null;
  }

  private CompletableFuture<List<DecidedRow>> fetch(List<RowRead> reads) {
    if (reads.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    return reader
        .read(reads, Patience.ofReader(surroundings, settings.lockWait()))
        .thenCompose(rows -> allOverwritable(rows).thenApply(overwritable -> rows));
  }

  private CompletableFuture<Void> allOverwritable(List<DecidedRow> rows) {
    return Async.all(rows.stream().map(this::overwritable).toList())
        .thenAccept(
            done -> {
              if (done.contains(false)) {
                throw new LostRaceException(rows.get(done.indexOf(false)).key());
              }
            });
  }

  /** A COMMITTED primary may be overwritten only when its secondaries are rolled forward (I2). */
  CompletableFuture<Boolean> overwritable(DecidedRow row) {
    Committed committed = row.committed();
    return committed == null
        ? CompletableFuture.completedFuture(true)
        : rollForward.secondaries(row.key(), committed);
  }

  private List<WriteRow> rowsOf(CommitRequest request, Map<RowKey, DecidedRow> bases) {
    List<WriteRow> rows = new ArrayList<>(request.writes().size());
    request
        .writes()
        .forEach(
            (key, write) -> {
              DecidedRow base = bases.get(key);
              if (base == null) {
                throw new IllegalStateException("not fetched: " + key);
              }
              OptionalLong relied = request.reads().versionOf(key);
              if (relied.isPresent() && relied.getAsLong() != base.version()) {
                throw ProtocolFailure.conflict(key, "Another transaction has written");
              }
              Intent intent = write.intent(base.cells());
              if (!intent.isEmpty()) {
                rows.add(new WriteRow(write, base, intent, relied.isEmpty()));
              }
            });
    return rows;
  }

  private CompletableFuture<Optional<CommitPlan>> freeze(
      CommitRequest request, TransactionId id, List<WriteRow> rows) {
    if (rows.isEmpty()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    List<CompletableFuture<TableFacts>> lookups = new ArrayList<>(rows.size());
    rows.forEach(
        row -> lookups.add(catalog.factsWith(row.key().table(), row.intent().familyNames())));
    return Async.all(lookups).thenApply(facts -> Optional.of(freeze(request, id, rows, facts)));
  }

  private CommitPlan freeze(
      CommitRequest request, TransactionId id, List<WriteRow> rows, List<TableFacts> facts) {
    Map<TableName, TableFacts> tables = new HashMap<>();
    facts.forEach(table -> tables.put(table.table(), table));
    limits.check(rows, tables);
    limits.check(request.reads());
    long commitTimestamp = commitTimestamp(request.reads(), rows, tables);
    WriteRow primary = choosePrimary(rows);
    List<WriteRow> secondaries = new ArrayList<>(rows);
    secondaries.remove(primary);
    Set<RowKey> written = rows.stream().map(WriteRow::key).collect(Collectors.toSet());
    boolean validates =
        !request.reads().ranges().isEmpty()
            || !written.containsAll(request.reads().rows().keySet());
    return new CommitPlan(
        id,
        request.age(),
        commitTimestamp,
        primary,
        List.copyOf(secondaries),
        written,
        request.reads(),
        validates,
        tables);
  }

  /** A row that is only being created has no rivals; failing that one whose lock stands still. */
  private static WriteRow choosePrimary(List<WriteRow> rows) {
    return rows.stream()
        .filter(row -> !row.base().hasLockCell() && row.base().cells().isEmpty())
        .findFirst()
        .or(() -> rows.stream().filter(row -> row.base().isStable()).findFirst())
        .orElse(rows.get(0));
  }

  /**
   * Above every version read or overwritten, every cell seen in a row that no transaction has
   * written yet, and the floors; else the time. Always by two, because deletes are applied one
   * below the commit timestamp and must still reach what was there, and what was deleted there must
   * not reach the new values.
   */
  private long commitTimestamp(
      ReadSet reads, List<WriteRow> rows, Map<TableName, TableFacts> tables) {
    long newest = 0;
    for (WriteRow row : rows) {
      newest = Math.max(newest, row.base().version());
      newest = Math.max(newest, row.base().version() == 0 ? row.base().newestTimestamp() : 0);
    }
    newest = Math.max(newest, reads.newestVersion());
    for (TableFacts table : tables.values()) {
      newest = Math.max(newest, table.floor());
    }
    return Math.max(surroundings.clock().currentMillis(), newest + 2);
  }
}
