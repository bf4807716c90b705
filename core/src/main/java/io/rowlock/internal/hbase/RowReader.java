package io.rowlock.internal.hbase;

import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * Reads rows by key: one RPC for each table and server, all at the same time.
 *
 * <p>Grouping by server here, not in HBase's client, lets every RPC pass the limiter of its server.
 * If a region moves meanwhile, HBase's client regroups what it was given.
 */
record RowReader(
    TableViews tables, RegionServers servers, RpcSender sender, Duration operationTimeout) {

  private record Target(TableName table, ServerName server) {}

  CompletableFuture<List<StoredRow>> read(List<RowRead> reads) {
    List<CompletableFuture<ServerName>> locations =
        reads.stream().map(read -> servers.serving(read.key(), operationTimeout)).toList();
    return allOf(locations).thenCompose(ready -> readGroups(reads, locations));
  }

  private CompletableFuture<List<StoredRow>> readGroups(
      List<RowRead> reads, List<CompletableFuture<ServerName>> locations) {
    StoredRow[] rows = new StoredRow[reads.size()];
    Map<Target, List<Integer>> groups = new LinkedHashMap<>();
    for (int i = 0; i < rows.length; i++) {
      Target target = new Target(reads.get(i).key().table(), locations.get(i).join());
      groups.computeIfAbsent(target, key -> new ArrayList<>()).add(i);
    }
    List<CompletableFuture<Void>> answers = new ArrayList<>();
    groups.forEach((target, positions) -> answers.add(readGroup(target, positions, reads, rows)));
    return allOf(answers).thenApply(done -> Arrays.asList(rows));
  }

  private CompletableFuture<Void> readGroup(
      Target target, List<Integer> positions, List<RowRead> reads, StoredRow[] rows) {
    List<Get> gets = positions.stream().map(i -> ReadRequests.get(reads.get(i))).toList();
    return sender
        .send(target.server(), () -> fetch(target.table(), gets))
        .thenAccept(
            results -> {
              for (int i = 0; i < results.size(); i++) {
                int position = positions.get(i);
                rows[position] = StoredRows.of(reads.get(position).key(), results.get(i));
              }
            });
  }

  private CompletableFuture<List<Result>> fetch(TableName name, List<Get> gets) {
    AsyncTable<AdvancedScanResultConsumer> table = tables.forReads(name);
    if (gets.size() == 1) {
      return table.get(gets.get(0)).thenApply(List::of);
    }
    List<CompletableFuture<Result>> results = table.get(gets);
    return allOf(results).thenApply(done -> results.stream().map(CompletableFuture::join).toList());
  }

  private static CompletableFuture<Void> allOf(List<? extends CompletableFuture<?>> futures) {
    return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
  }
}
