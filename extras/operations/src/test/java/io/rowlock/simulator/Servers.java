package io.rowlock.simulator;

import io.rowlock.simulation.MemoryCluster;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** The region servers, and their regions. */
final class Servers {

  private final MemoryCluster cluster;
  private final VirtualTime time;
  private final List<Server> all;
  private final Map<TableName, List<Location>> assignments = new TreeMap<>();
  private int regions;

  Servers(MemoryCluster cluster, VirtualTime time, List<Server> all) {
    this.cluster = cluster;
    this.time = time;
    this.all = all;
  }

  /** What a request finds where it arrives. */
  enum Service {
    SERVED,
    /** The server does not know that it has lost the region: the state is an earlier one. */
    OUTDATED,
    NOT_SERVED
  }

  /** Receives a request where and when it arrives. */
  interface Arrival {
    void at(Service service, MemoryCluster state);
  }

  void assign(TableName table, SplittableRandom dice) {
    List<Location> locations = new ArrayList<>();
    locations.add(new Location(Region.whole(regions++, table), any(dice)));
    assignments.put(table, locations);
  }

  /** Returns a server's clock. */
  long currentMillis(Server server) {
    return time.currentMillis() - server.clockBehindMillis();
  }

  List<Server> all() {
    return all;
  }

  Server any(SplittableRandom dice) {
    return all.get(dice.nextInt(all.size()));
  }

  /** Returns the regions of a table in their order, from the present catalog. */
  List<Location> locations(TableName table) {
    return List.copyOf(assignments.getOrDefault(table, List.of()));
  }

  /** Delivers a request for a row; it may have to wait. */
  void arrive(Location at, byte[] row, Arrival request) {
    long delay = at.server().delay(time.monotonicNanos());
    if (delay > 0) {
      time.schedule(Duration.ofNanos(delay), () -> execute(at, row, request));
    } else {
      execute(at, row, request);
    }
  }

  private void execute(Location at, byte[] row, Arrival request) {
    MemoryCluster stale = at.server().staleViewOf(at.region(), time.monotonicNanos());
    if (!at.region().contains(row)) {
      request.at(Service.NOT_SERVED, cluster);
    } else if (serves(at)) {
      request.at(Service.SERVED, cluster);
    } else if (stale != null) {
      request.at(Service.OUTDATED, stale);
    } else {
      request.at(Service.NOT_SERVED, cluster);
    }
  }

  private boolean serves(Location at) {
    List<Location> locations = assignments.get(at.region().table());
    return locations != null && locations.contains(at);
  }

  /** Moves a region to another server; the old one may not know it. */
  void move(Location from, Server to) {
    if (from.server().isStopped(time.monotonicNanos())) {
      from.server().lose(from.region(), cluster.copy());
    }
    replace(from, List.of(new Location(from.region(), to)));
  }

  /** Splits a region at one of its rows; returns false if that is its first. */
  boolean split(Location location, byte[] row) {
    Region region = location.region();
    if (!region.contains(row) || Bytes.equals(row, region.start())) {
      return false;
    }
    Region left = new Region(regions++, region.table(), region.start(), row);
    Region right = new Region(regions++, region.table(), row, region.end());
    Server server = location.server();
    replace(location, List.of(new Location(left, server), new Location(right, server)));
    return true;
  }

  /** Merges a region with the next one; returns false if there is none. */
  boolean merge(Location location) {
    Location next = behind(location);
    if (next == null) {
      return false;
    }
    Region merged =
        new Region(
            regions++, location.region().table(), location.region().start(), next.region().end());
    replace(next, List.of());
    replace(location, List.of(new Location(merged, location.server())));
    return true;
  }

  private @Nullable Location behind(Location location) {
    List<Location> locations = assignments.get(location.region().table());
    int index = locations.indexOf(location);
    return index + 1 < locations.size() ? locations.get(index + 1) : null;
  }

  private void replace(Location old, List<Location> by) {
    List<Location> locations = assignments.get(old.region().table());
    int index = locations.indexOf(old);
    locations.remove(index);
    locations.addAll(index, by);
  }

  void heal() {
    all.forEach(Server::heal);
  }
}
