package io.rowlock.internal.protocol;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockRemoval;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.internal.store.WriteOutcome;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * A view of a store that remembers which writes it refused, and why: helpers look again instead of
 * reporting it, and a person wants to know. Thread-safe.
 */
final class RefusalNotingStore implements RowStore {

  /** Beyond this the oldest are worth no memory; which are forgotten does not matter. */
  private static final int MAX_REMEMBERED = 10_000;

  private final RowStore store;
  private final Map<RowKey, String> refused = new ConcurrentHashMap<>();

  RefusalNotingStore(RowStore store) {
    this.store = store;
  }

  /** Why a write to one of the rows was refused, or null when none was. */
  @Nullable String of(Collection<RowKey> rows) {
    return rows.stream().map(refused::get).filter(Objects::nonNull).findFirst().orElse(null);
  }

  void forget(Collection<RowKey> rows) {
    rows.forEach(refused::remove);
  }

  @Override
  public CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
    return store.write(write).thenApply(outcome -> noted(write.key(), outcome));
  }

  /** Which row was refused is not known: what is refused together is tried one by one. */
  @Override
  public CompletableFuture<WriteOutcome> write(RegionWrite write) {
    return store.write(write);
  }

  @Override
  public CompletableFuture<List<Optional<RegionId>>> regions(List<RowKey> rows) {
    return store.regions(rows);
  }

  private WriteOutcome noted(RowKey key, WriteOutcome outcome) {
    if (outcome.kind() == WriteOutcome.Kind.REJECTED) {
      if (refused.size() >= MAX_REMEMBERED) {
        refused.clear();
      }
      refused.put(key, "a write to " + key + " was refused: " + Explained.of(outcome.cause()));
    }
    return outcome;
  }

  @Override
  public CompletableFuture<WriteOutcome> remove(LockRemoval removal) {
    return store.remove(removal);
  }

  @Override
  public CompletableFuture<TableFacts> describe(TableName table) {
    return store.describe(table);
  }

  @Override
  public CompletableFuture<List<StoredRow>> read(List<RowRead> reads) {
    return store.read(reads);
  }

  @Override
  public CompletableFuture<ScanPage> scan(RangeScan scan) {
    return store.scan(scan);
  }

  @Override
  public CompletableFuture<Void> relocate(RowKey row) {
    return store.relocate(row);
  }
}
