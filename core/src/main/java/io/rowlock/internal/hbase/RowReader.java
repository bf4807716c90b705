package io.rowlock.internal.hbase;

import io.rowlock.internal.store.PiggybackRead;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * Reads rows by key: one RPC for each table and server, all at the same time. A piggyback read
 * joins an RPC that goes to its server anyway, if that server is known at once.
 *
 * <p>Grouping by server here, not in HBase's client, lets every RPC pass the limiter of its server.
 * If a region moves meanwhile, HBase's client regroups the request.
 */
record RowReader(
    SharedReads shared, RegionServers servers, RpcSender sender, Duration operationTimeout) {

  private record Target(TableName table, ServerName server) {}

  /**
   * The rows of one RPC.
   *
   * @param positions of the requested rows in the answer
   */
  private record Group(List<Integer> positions, List<PiggybackRead> sides) {

    Group() {
      this(new ArrayList<>(), new ArrayList<>());
    }
  }

  CompletableFuture<List<StoredRow>> read(List<RowRead> reads, List<PiggybackRead> sides) {
    List<CompletableFuture<HRegionLocation>> locations =
        servers.locate(reads.stream().map(RowRead::key).toList(), operationTimeout);
    return allOf(new LinkedHashSet<>(locations))
        .thenCompose(
            ready -> {
              Map<Target, Group> groups = groupsOf(reads, locations);
              sides.forEach(side -> join(side, groups));
              return readGroups(groups, reads);
            });
  }

  private static Map<Target, Group> groupsOf(
      List<RowRead> reads, List<CompletableFuture<HRegionLocation>> locations) {
    Map<Target, Group> groups = new LinkedHashMap<>();
    for (int i = 0; i < reads.size(); i++) {
      Target target =
          new Target(reads.get(i).key().table(), locations.get(i).join().getServerName());
      groups.computeIfAbsent(target, any -> new Group()).positions().add(i);
    }
    return groups;
  }

  private void join(PiggybackRead side, Map<Target, Group> groups) {
    RowKey row = side.read().key();
    Group group =
        servers
            .servingNow(row, operationTimeout)
            .map(server -> groups.get(new Target(row.table(), server)))
            .orElse(null);
    if (group == null) {
      side.leave();
    } else {
      group.sides().add(side);
    }
  }

  private CompletableFuture<List<StoredRow>> readGroups(
      Map<Target, Group> groups, List<RowRead> reads) {
    StoredRow[] rows = new StoredRow[reads.size()];
    List<CompletableFuture<Void>> answers = new ArrayList<>();
    groups.forEach((target, group) -> answers.add(readGroup(target, group, reads, rows)));
    return allOf(answers).thenApply(done -> Arrays.asList(rows));
  }

  private CompletableFuture<Void> readGroup(
      Target target, Group group, List<RowRead> reads, StoredRow[] rows) {
    List<Get> gets = new ArrayList<>();
    group.positions().forEach(i -> gets.add(ReadRequests.get(reads.get(i))));
    group.sides().forEach(side -> gets.add(ReadRequests.get(side.read())));
    int wanted = group.positions().size();
    PendingRead read = new PendingRead(gets, wanted, target.server(), sender);
    CompletableFuture<Void> found =
        sender
            .propagator()
            .propagate(read.results())
            .thenCompose(results -> answered(read, group.sides(), results))
            .thenAccept(
                results -> {
                  for (int i = 0; i < wanted; i++) {
                    int at = group.positions().get(i);
                    rows[at] = StoredRows.of(reads.get(at).key(), results.get(i).join());
                  }
                });
    shared.fetch(new SharedReads.Target(target.table(), target.server().getAddress()), read);
    return found;
  }

  /** Hands each piggyback row over when it is there; completes with the rows that are wanted. */
  private CompletableFuture<List<CompletableFuture<Result>>> answered(
      PendingRead read, List<PiggybackRead> sides, List<CompletableFuture<Result>> results) {
    List<CompletableFuture<Result>> wanted = read.wantedOf(results);
    answer(sides, results.subList(wanted.size(), results.size()));
    return sender.propagator().propagate(allOf(wanted)).thenApply(done -> wanted);
  }

  private void answer(List<PiggybackRead> sides, List<CompletableFuture<Result>> results) {
    for (int i = 0; i < sides.size(); i++) {
      PiggybackRead side = sides.get(i);
      var unused =
          sender
              .propagator()
              .propagate(results.get(i))
              .thenAccept(result -> side.found(StoredRows.of(side.read().key(), result)))
              .whenComplete((done, fault) -> side.leave());
    }
  }

  private static CompletableFuture<Void> allOf(Collection<? extends CompletableFuture<?>> futures) {
    return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
  }
}
