package io.rowlock.internal.hbase;

import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.Scheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;

/**
 * Which server a row lives on, from HBase's own cache of locations.
 *
 * <p>Only a hint: a region may move before the request arrives; HBase's client then sends it
 * elsewhere, or the answer says that the region is not served there.
 */
record RegionServers(AsyncConnection connection, Scheduler scheduler) {

  /** Finds the server; HBase sets no limit to such a search, so it takes one. */
  CompletableFuture<ServerName> serving(RowKey row, Duration limit) {
    return locate(row, false, limit).thenApply(HRegionLocation::getServerName);
  }

  /** Asks afresh. */
  CompletableFuture<Void> relocate(RowKey row, Duration limit) {
    return locate(row, true, limit).thenAccept(location -> {});
  }

  private CompletableFuture<HRegionLocation> locate(RowKey row, boolean reload, Duration limit) {
    CompletableFuture<HRegionLocation> location =
        Futures.attempt(
            () -> connection.getRegionLocator(row.table()).getRegionLocation(row.row(), reload));
    return location.isDone() ? location : limited(location, row, limit);
  }

  private CompletableFuture<HRegionLocation> limited(
      CompletableFuture<HRegionLocation> location, RowKey row, Duration limit) {
    CompletableFuture<HRegionLocation> limited = location.copy();
    scheduler.schedule(
        limit,
        () ->
            limited.completeExceptionally(
                new TimeoutIOException("No region server was found in time for " + row)));
    return limited;
  }
}
