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
import org.jspecify.annotations.Nullable;

/**
 * Where the rows of a transaction lie, as far as their regions take writes of several rows.
 *
 * <p>A hint, on which nothing but speed depends: a write to rows that lie apart is turned down.
 */
record RowMap(Map<RowKey, RegionId> regions) {

  static final RowMap EMPTY = new RowMap(Map.of());

  /** Looks the rows up; a single one is not worth it. */
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
   * The region whose rows the commit point had best take care of: it must hold everything that is
   * only read, as nothing else then needs a look of its own; else the one with most written rows.
   * Null when there is none, or when it would save nothing.
   */
  @Nullable RegionId home(Collection<RowKey> written, Collection<RowKey> onlyRead) {
    if (onlyRead.isEmpty()) {
      return fullest(written);
    }
    RegionId first = regions.get(onlyRead.iterator().next());
    boolean holdsAllReads = onlyRead.stream().allMatch(row -> isIn(first, row));
    return holdsAllReads && written.stream().anyMatch(row -> isIn(first, row)) ? first : null;
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
