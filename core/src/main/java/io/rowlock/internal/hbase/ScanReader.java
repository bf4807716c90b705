package io.rowlock.internal.hbase;

import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.ScanPage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Reads by scans: all cells of a row, or one page of a range. HBase answers a page with a single
 * RPC if it is in one region and not too big. A page ends when its bytes are used up, so that
 * memory contains at most these bytes and one row.
 *
 * <p>A page counts against the limit of the server where it begins, whichever servers it visits. A
 * reversed scan from the end of a table counts against the server of the first region, because
 * HBase cannot locate the last one.
 */
record ScanReader(TableViews tables, RegionServers servers, RpcSender sender) {

  /** Reads the first page of a range. */
  CompletableFuture<ScanPage> read(RangeScan scan) {
    if (scan.range().isEmpty()) {
      return CompletableFuture.completedFuture(new ScanPage(List.of(), true));
    }
    return servers
        .serving(scan.start(), servers.limit())
        .thenCompose(server -> readFrom(server, scan));
  }

  private CompletableFuture<ScanPage> readFrom(ServerName server, RangeScan scan) {
    TableName table = scan.range().table();
    PageConsumer consumer = new PageConsumer(table, scan.maxBytes());
    return sender
        .sendUncounted(
            server,
            () -> {
              tables.forReads(table).scan(ReadRequests.scan(scan), consumer);
              return consumer.rows();
            },
            consumer::rpcs)
        .whenComplete((rows, fault) -> sender.counter().add(consumer.rpcs()))
        .thenApply(rows -> new ScanPage(rows, rows.size() < scan.limit() && !consumer.isCut()));
  }

  /** Reads all cells of a row, hidden cells and delete markers included. */
  CompletableFuture<Long> newestTimestamp(RowKey row) {
    Scan scan =
        new Scan()
            .withStartRow(row.row())
            .withStopRow(row.row(), true)
            .setRaw(true)
            .readAllVersions()
            .setCacheBlocks(false);
    return servers
        .serving(row, servers.limit())
        .thenCompose(
            server -> sender.send(server, () -> tables.forReads(row.table()).scanAll(scan)))
        .thenApply(ScanReader::newest);
  }

  private static long newest(List<Result> rows) {
    return rows.stream()
        .flatMap(row -> Stream.of(row.rawCells()))
        .mapToLong(Cell::getTimestamp)
        .reduce(0, Math::max);
  }
}
