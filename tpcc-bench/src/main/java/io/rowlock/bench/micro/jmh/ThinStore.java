package io.rowlock.bench.micro.jmh;

import io.rowlock.bench.kit.BenchTable;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.LockCondition;
import io.rowlock.internal.store.LockRemoval;
import io.rowlock.internal.store.PiggybackRead;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.internal.store.WriteOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The least that a commit of puts needs of a store, answering at once: next to it the client's own
 * cost shows. A row lies in the region that its first byte names. Not thread-safe.
 */
final class ThinStore implements RowStore {
  private final Map<RowKey, StoredRow> rows = new HashMap<>();

  @Override
  public CompletableFuture<Long> newestTimestamp(RowKey row) {
    return answer(0L);
  }

  @Override
  public CompletableFuture<TableFacts> describe(TableName table) {
    NavigableSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    families.add(LockColumn.family());
    families.add(BenchTable.FAMILY);
    return answer(new TableFacts(table, families, 0, Durability.SYNC_WAL));
  }

  @Override
  public CompletableFuture<List<StoredRow>> read(List<RowRead> reads, List<PiggybackRead> sides) {
    sides.forEach(PiggybackRead::leave);
    List<StoredRow> found = new ArrayList<>(reads.size());
    for (RowRead read : reads) {
      StoredRow row = rows.get(read.key());
      boolean isLockOnly = read.columns().isLockOnly();
      List<Cell> cells = row == null || isLockOnly ? List.of() : row.cells();
      found.add(new StoredRow(read.key(), cells, row == null ? null : row.lock()));
    }
    return answer(found);
  }

  @Override
  public CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
    if (!holds(write.key(), write.expected())) {
      return answer(WriteOutcome.NOT_EQUAL);
    }
    apply(write);
    return answer(WriteOutcome.APPLIED);
  }

  @Override
  public CompletableFuture<List<Optional<RegionId>>> regions(List<RowKey> keys) {
    return answer(
        keys.stream()
            .map(key -> Optional.of(new RegionId(key.table(), Byte.toString(key.row()[0]))))
            .toList());
  }

  @Override
  public CompletableFuture<WriteOutcome> write(RegionWrite write) {
    for (ConditionalWrite row : write.writes()) {
      if (!holds(row.key(), row.expected())) {
        return answer(WriteOutcome.NOT_EQUAL);
      }
    }
    for (LockCondition condition : write.conditions()) {
      if (!holds(condition.key(), condition.expected())) {
        return answer(WriteOutcome.NOT_EQUAL);
      }
    }
    write.writes().forEach(this::apply);
    return answer(WriteOutcome.APPLIED);
  }

  @Override
  public CompletableFuture<ScanPage> scan(RangeScan scan) {
    throw new UnsupportedOperationException("scan");
  }

  @Override
  public CompletableFuture<WriteOutcome> remove(LockRemoval removal) {
    throw new UnsupportedOperationException("remove");
  }

  @Override
  public CompletableFuture<Void> relocate(RowKey row) {
    throw new UnsupportedOperationException("relocate");
  }

  private boolean holds(RowKey key, @Nullable StoredLock expected) {
    StoredRow row = rows.get(key);
    return Objects.equals(row == null ? null : row.lock(), expected);
  }

  /** New cells take the place of all old ones: the benchmarks write all columns of a row. */
  private void apply(ConditionalWrite write) {
    List<Cell> cells = new ArrayList<>();
    for (Mutation mutation : write.data()) {
      mutation.getFamilyCellMap().values().forEach(cells::addAll);
    }
    StoredRow before = rows.get(write.key());
    List<Cell> kept = cells.isEmpty() && before != null ? before.cells() : cells;
    rows.put(write.key(), new StoredRow(write.key(), kept, write.replacement()));
  }

  private static <T> CompletableFuture<T> answer(T answer) {
    return CompletableFuture.completedFuture(answer);
  }
}
