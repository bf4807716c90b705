package io.rowlock.internal.hbase;

import io.rowlock.internal.store.RowKey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/** Reads all cells of a row with a raw scan, hidden cells and delete markers included. */
record RawReader(
    TableViews tables, RegionServers servers, RpcSender sender, Duration operationTimeout) {

  CompletableFuture<Long> newestTimestamp(RowKey row) {
    Scan scan =
        new Scan()
            .withStartRow(row.row())
            .withStopRow(row.row(), true)
            .setRaw(true)
            .readAllVersions()
            .setCacheBlocks(false);
    return servers
        .serving(row, operationTimeout)
        .thenCompose(
            server -> sender.send(server, () -> tables.forReads(row.table()).scanAll(scan)))
        .thenApply(RawReader::newest);
  }

  private static long newest(List<Result> rows) {
    long newest = 0;
    for (Result row : rows) {
      for (Cell cell : row.rawCells()) {
        newest = Math.max(newest, cell.getTimestamp());
      }
    }
    return newest;
  }
}
