package io.rowlock.stress;

import io.rowlock.internal.store.ForwardingRowStore;
import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.WriteOutcome;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A store whose rows are in one of several regions, by their last byte; or in none. */
final class SomeRegions extends ForwardingRowStore {

  private final int regions;

  SomeRegions(RowStore store, int regions) {
    super(store);
    this.regions = regions;
  }

  @Override
  public CompletableFuture<List<Optional<RegionId>>> regions(List<RowKey> rows) {
    return CompletableFuture.completedFuture(rows.stream().map(this::region).toList());
  }

  @Override
  public CompletableFuture<WriteOutcome> write(RegionWrite write) {
    long touched = write.rows().stream().map(this::region).distinct().count();
    return touched > 1
        ? CompletableFuture.completedFuture(WriteOutcome.NOT_COLOCATED)
        : store.write(write);
  }

  private Optional<RegionId> region(RowKey row) {
    byte last = row.row()[row.row().length - 1];
    return regions == 0
        ? Optional.empty()
        : Optional.of(new RegionId(row.table(), "region" + last % regions));
  }
}
