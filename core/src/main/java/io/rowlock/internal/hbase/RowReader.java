package io.rowlock.internal.hbase;

import io.rowlock.internal.hbase.SharedReads.PendingRead;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Mechanism;
import io.rowlock.internal.store.PiggybackRead;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows by key: one RPC for each table and server, all at the same time. A piggyback read
 * joins the RPC to its server, if that server is known at once. If there is none, piggyback reads
 * have an RPC of their own (the second request), for which the caller does not wait.
 *
 * <p>Grouping by server here, not in HBase's client, lets every RPC pass the limiter of its server.
 * If a region moves meanwhile, HBase's client regroups the request.
 */
record RowReader(
    SharedReads shared, RegionServers servers, RpcSender sender, boolean secondRequest) {

  private record Target(TableName table, ServerName server) {}

  /**
   * The rows of one RPC.
   *
   * @param positions of the requested rows in the answer
   * @param gets for the requested rows, and then those for the others
   */
  private record Group(List<Integer> positions, List<PiggybackRead> sides, List<Get> gets) {

    Group() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    /** No caller waits for a group without requested rows. */
    boolean isRequested() {
      return !positions.isEmpty();
    }
  }

  CompletableFuture<List<StoredRow>> read(List<RowRead> reads, List<PiggybackRead> sides) {
    Function<RowKey, CompletableFuture<HRegionLocation>> locator = servers.locator(servers.limit());
    List<CompletableFuture<HRegionLocation>> locations = new ArrayList<>(reads.size());
    for (RowRead read : reads) {
      locations.add(locator.apply(read.key()));
    }
    return Async.allDone(new LinkedHashSet<>(locations))
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
      Group group = groups.computeIfAbsent(target, any -> new Group());
      group.positions().add(i);
      group.gets().add(ReadRequests.get(reads.get(i)));
    }
    return groups;
  }

  private void join(PiggybackRead side, Map<Target, Group> groups) {
    RowKey row = side.read().key();
    Optional<ServerName> server = servers.servingNow(row);
    Group group = server.isEmpty() ? null : groupFor(new Target(row.table(), server.get()), groups);
    if (group == null) {
      side.leave();
    } else {
      group.sides().add(side);
      group.gets().add(ReadRequests.get(side.read()));
    }
  }

  private @Nullable Group groupFor(Target target, Map<Target, Group> groups) {
    return secondRequest ? groups.computeIfAbsent(target, any -> new Group()) : groups.get(target);
  }

  private CompletableFuture<List<StoredRow>> readGroups(
      Map<Target, Group> groups, List<RowRead> reads) {
    StoredRow[] rows = new StoredRow[reads.size()];
    List<CompletableFuture<Void>> answers = new ArrayList<>();
    for (Map.Entry<Target, Group> group : groups.entrySet()) {
      CompletableFuture<Void> answer = readGroup(group.getKey(), group.getValue(), reads, rows);
      if (group.getValue().isRequested()) {
        answers.add(answer);
      } else {
        Mechanism.SECOND_REQUEST.fires(1);
      }
    }
    return Async.allDone(answers).thenApply(done -> Arrays.asList(rows));
  }

  private CompletableFuture<Void> readGroup(
      Target target, Group group, List<RowRead> reads, StoredRow[] rows) {
    List<Get> gets = group.gets();
    int requested = group.positions().size();
    int awaited = group.isRequested() ? requested : gets.size();
    PendingRead read = new PendingRead(gets, awaited, target.server(), sender);
    answer(group.sides(), read.rows().subList(requested, gets.size()));
    List<CompletableFuture<Result>> own = read.rows().subList(0, requested);
    CompletableFuture<Void> found =
        sender
            .propagator()
            .propagate(Async.allDone(own))
            .thenAccept(
                done -> {
                  for (int i = 0; i < requested; i++) {
                    int at = group.positions().get(i);
                    rows[at] = StoredRows.of(reads.get(at).key(), own.get(i).join());
                  }
                });
    shared.fetch(new SharedReads.Target(target.table(), target.server().getAddress()), read);
    return found;
  }

  /** Hands each piggyback row over when it is there. */
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
}
