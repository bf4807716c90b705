package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hbase.thirdparty.com.google.common.collect.Iterables;
import org.jspecify.annotations.Nullable;

/**
 * The regions of a transaction's rows, as far as the regions take writes of several rows.
 *
 * <p>The map is a hint that affects only speed: a region turns down a write to rows that it does
 * not contain.
 */
record RowMap(Map<RowKey, RegionId> regions) {

  static final RowMap EMPTY = new RowMap(Map.of());

  /** Locates the rows; for a single row this is not worthwhile. */
  static CompletableFuture<RowMap> of(Collection<RowKey> rows, RowStore store) {
    if (rows.size() < 2) {
      return CompletableFuture.completedFuture(EMPTY);
    }
    List<RowKey> keys = new ArrayList<>(rows);
    return store
        .regions(keys)
        .thenApply(
            found -> {
              Map<RowKey, RegionId> regions = new HashMap<>();
              for (int i = 0; i < keys.size(); i++) {
                RowKey key = keys.get(i);
                found.get(i).ifPresent(region -> regions.put(key, region));
              }
              return new RowMap(regions);
            });
  }

  /**
   * Returns the region whose rows the commit point should include, or null if there is none or it
   * would save no request. It is the region that contains all rows that are only read, because then
   * none of them needs a separate check; without such rows, the region with most written rows.
   */
  @Nullable RegionId home(Collection<RowKey> written, Collection<RowKey> onlyRead) {
    if (onlyRead.isEmpty()) {
      return fullest(written);
    }
    RegionId first = regions.get(onlyRead.iterator().next());
    boolean holdsAllReads = Iterables.all(onlyRead, row -> isIn(first, row));
    return holdsAllReads && Iterables.any(written, row -> isIn(first, row)) ? first : null;
  }

  private @Nullable RegionId fullest(Collection<RowKey> written) {
    Map<RegionId, Integer> rows = new HashMap<>();
    RegionId fullest = null;
    int most = 1;
    for (RowKey row : written) {
      RegionId region = regions.get(row);
      int count = region == null ? 0 : rows.merge(region, 1, Integer::sum);
      if (count > most) {
        most = count;
        fullest = region;
      }
    }
    return fullest;
  }

  boolean isIn(@Nullable RegionId region, RowKey row) {
    return region != null && region.equals(regions.get(row));
  }
}
