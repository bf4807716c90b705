package io.rowlock.bench.inserts;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Rounds;
import java.util.ArrayList;
import java.util.List;

/**
 * What is to be measured. Immutable, and sensible once it exists.
 *
 * @param users each of whom has one insert under way
 * @param servers region servers of embedded clusters, one cluster after the other
 * @param replication of the storage, in as many datanodes; 0: as many as region servers
 * @param regions of each table at the beginning
 * @param timeSeconds of every window
 * @param warmupSeconds of each case, before the first round
 * @param peer whether there is a second cluster that is to have the records too
 */
record InsertsPlan(
    int users,
    List<IdKind> ids,
    List<InsertMode> modes,
    List<Integer> servers,
    int replication,
    int regions,
    int timeSeconds,
    int warmupSeconds,
    int rounds,
    long seed,
    boolean peer) {

  private static final int MOST_USERS = 10_000;
  private static final int MOST_SERVERS = 8;
  private static final int MOST_REGIONS = 256;

  /** Throws {@link IllegalArgumentException} with a message for the user. */
  InsertsPlan {
    ids = List.copyOf(ids);
    modes = List.copyOf(modes);
    servers = List.copyOf(servers);
    require(users >= 1 && users <= MOST_USERS, "--users must be 1 to 10000", users);
    for (int count : servers) {
      require(count >= 1 && count <= MOST_SERVERS, "--servers must be 1 to 8", count);
    }
    require(
        replication >= 0 && replication <= MOST_SERVERS,
        "--replication must be 1 to 8, or 0 for as many as servers",
        replication);
    require(
        regions >= 1 && regions <= MOST_REGIONS, "--presplit must be 1 to 256 regions", regions);
    require(timeSeconds >= 1, "--time must be at least 1 second", timeSeconds);
    require(warmupSeconds >= 0, "--warmup must not be negative", warmupSeconds);
    require(rounds >= 1, "--rounds must be at least 1", rounds);
  }

  int dataNodes(int regionServers) {
    return replication == 0 ? regionServers : replication;
  }

  /** What is compared, on a cluster with so many region servers. */
  List<Series> series(int regionServers) {
    List<Series> all = new ArrayList<>();
    ids.forEach(kind -> modes.forEach(mode -> all.add(new Series(regionServers, kind, mode))));
    return all;
  }

  Rounds windows() {
    return new Rounds(warmupSeconds, timeSeconds, rounds);
  }

  long secondsOnCluster() {
    return windows().totalSeconds((long) ids.size() * modes.size());
  }

  private static void require(boolean condition, String message, int given) {
    Arguments.require(condition, message + ", not " + given);
  }
}
