package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.SnapshotLostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;
import org.apache.hbase.thirdparty.com.google.common.collect.Iterables;

/**
 * Finds the server of a row in HBase's own cache of locations. HBase has no limit for such a
 * search, so there is one here.
 *
 * <p>The answer is only a hint: a region may move before the request arrives; HBase's client then
 * sends it elsewhere, or the server answers that it does not serve the region.
 *
 * @param limit of an operation, and of a search for which the caller sets none
 */
record RegionServers(AsyncConnection connection, Environment environment, Duration limit) {

  /** Finds the server. */
  CompletableFuture<ServerName> serving(RowKey row, Duration limit) {
    return locate(row, false, limit).thenApply(HRegionLocation::getServerName);
  }

  /** Finds the server of the region that contains all the rows; empty if they are in several. */
  CompletableFuture<Optional<ServerName>> servingAll(List<RowKey> rows, Duration limit) {
    Function<RowKey, CompletableFuture<HRegionLocation>> locator = locator(limit);
    Set<CompletableFuture<HRegionLocation>> locations = new LinkedHashSet<>();
    for (RowKey row : rows) {
      locations.add(locator.apply(row));
    }
    return Async.allDone(locations)
        .thenApply(
            found -> {
              HRegionLocation first = locations.iterator().next().join();
              boolean isOne =
                  Iterables.all(locations, at -> at.join().getRegion().equals(first.getRegion()));
              return isOne ? Optional.of(first.getServerName()) : Optional.empty();
            });
  }

  /** Returns the server if it is known without a request; otherwise empty. */
  Optional<ServerName> servingNow(RowKey row) {
    CompletableFuture<HRegionLocation> location = locate(row, false, limit);
    return location.isDone() && !location.isCompletedExceptionally()
        ? Optional.of(location.join().getServerName())
        : Optional.empty();
  }

  /**
   * Returns a function that finds the servers of rows. Rows of one region that follow each other
   * share one look-up and one future, because a look-up costs as much as the rest of a row's way.
   */
  Function<RowKey, CompletableFuture<HRegionLocation>> locator(Duration limit) {
    Map<TableName, CompletableFuture<HRegionLocation>> latest = new HashMap<>();
    return row -> {
      CompletableFuture<HRegionLocation> location = latest.get(row.table());
      if (location == null || !contains(location, row)) {
        location = locate(row, false, limit);
        latest.put(row.table(), location);
      }
      return location;
    };
  }

  private static boolean contains(CompletableFuture<HRegionLocation> location, RowKey row) {
    return location.isDone()
        && !location.isCompletedExceptionally()
        && location.join().getRegion().containsRow(row.row());
  }

  /** The part of a range in one region. */
  record Part(RowRange range, ServerName server) {}

  /**
   * Divides a range by the regions that contain it now, in the order of a scan. Fails if the
   * catalog does not show all of them, for example during a split.
   */
  CompletableFuture<List<Part>> parts(RowRange range, boolean reversed) {
    TableName table = range.table();
    return limited(
            Async.guarded(() -> connection.getRegionLocator(table).getAllRegionLocations()),
            limit,
            "the regions of " + table)
        .thenCompose(
            locations -> {
              List<Part> parts = parts(range, locations);
              if (!areWhole(parts, range)) {
                return CompletableFuture.failedFuture(
                    new SnapshotLostException("The regions of table '" + table + "' change"));
              }
              if (reversed) {
                Collections.reverse(parts);
              }
              return CompletableFuture.completedFuture(parts);
            });
  }

  /** Returns the parts that have a server. */
  private static List<Part> parts(RowRange range, List<HRegionLocation> locations) {
    List<Part> parts = new ArrayList<>();
    locations.stream()
        .filter(at -> RegionReplicaUtil.isDefaultReplica(at.getRegion()))
        .sorted(Comparator.comparing(HRegionLocation::getRegion))
        .forEach(
            at -> {
              RegionInfo region = at.getRegion();
              RowRange part = range.within(region.getStartKey(), region.getEndKey());
              if (!part.isEmpty() && at.getServerName() != null) {
                parts.add(new Part(part, at.getServerName()));
              }
            });
    return parts;
  }

  /** Returns whether the parts make up the range, without gap or overlap. */
  private static boolean areWhole(List<Part> parts, RowRange range) {
    return parts.stream()
        .map(part -> Optional.of(part.range()))
        .reduce((one, next) -> one.flatMap(first -> next.flatMap(first::joined)))
        .flatMap(all -> all)
        .map(range::isSame)
        .orElse(range.isEmpty());
  }

  /** Finds the servers again, without the cache. */
  CompletableFuture<Void> relocate(List<RowKey> rows) {
    return Async.allDone(rows.stream().map(row -> locate(row, true, limit)).toList());
  }

  private CompletableFuture<HRegionLocation> locate(RowKey row, boolean reload, Duration limit) {
    return limited(
        Async.guarded(
            () -> connection.getRegionLocator(row.table()).getRegionLocation(row.row(), reload)),
        limit,
        row);
  }

  /** Returns the answer, or fails when there was none within the limit: HBase may lose one. */
  <T> CompletableFuture<T> limited(CompletableFuture<T> answer, Duration limit, Object asked) {
    if (answer.isDone()) {
      return answer;
    }
    CompletableFuture<T> limited = answer.copy();
    String late = "HBase has not answered in time about ";
    environment
        .scheduler()
        .schedule(limit, () -> limited.completeExceptionally(new TimeoutIOException(late + asked)));
    return environment.propagator().propagate(limited);
  }
}
