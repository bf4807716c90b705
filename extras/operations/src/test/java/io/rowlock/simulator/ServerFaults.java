package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.TraceListener;
import io.rowlock.internal.store.RowKey;
import io.rowlock.simulation.MemoryCluster;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;

/** Strikes servers and regions with faults during a run. */
final class ServerFaults {

  private static final Duration LONGEST_CALM = Duration.ofMillis(40);

  private final Servers servers;
  private final MemoryCluster cluster;
  private final VirtualTime time;
  private final List<RowKey> rows;
  private final List<Fault> faults;
  private final SplittableRandom dice;
  private final Duration lease;

  /**
   * The longest time after its pause in which a server does not know that it has lost its regions.
   */
  private final Duration oblivion;

  private final Counts counts;
  private final TraceListener trace;
  private boolean isOver;

  ServerFaults(World world) {
    this.servers = world.servers;
    this.cluster = world.cluster;
    this.time = world.time;
    this.rows = world.rows();
    this.faults = world.faults.stream().filter(ServerFaults::isMine).sorted().toList();
    this.dice = world.plan.dice("weather", 0);
    this.lease = world.lease;
    this.oblivion = world.readsMayBeStale() ? lease.multipliedBy(3) : Duration.ZERO;
    this.counts = world.counts;
    this.trace = world.trace;
  }

  private static boolean isMine(Fault fault) {
    return fault.strikes(Fault.Scope.SERVER) && fault != Fault.SERVER_CLOCK_BEHIND;
  }

  void begin() {
    if (!faults.isEmpty()) {
      time.schedule(Duration.ofNanos(dice.nextLong(LONGEST_CALM.toNanos())), this::strike);
    }
  }

  void heal() {
    isOver = true;
    servers.heal();
  }

  private void strike() {
    if (isOver) {
      return;
    }
    Fault fault = faults.get(dice.nextInt(faults.size()));
    RowKey key = rows.get(dice.nextInt(rows.size()));
    if (strikes(fault, key)) {
      counts.count(fault);
      trace.log("servers", () -> fault.option() + " around " + key);
    }
    begin();
  }

  private boolean strikes(Fault fault, RowKey key) {
    Location location = locationOf(key);
    switch (fault) {
      case REGION_MOVE -> servers.move(location, servers.any(dice));
      case REGION_SPLIT -> {
        return servers.split(location, key.row());
      }
      case REGION_MERGE -> {
        return servers.merge(location);
      }
      case FLUSH -> cluster.flush(key.table());
      case COMPACTION -> cluster.compact(key.table());
      case SLOW_SERVER ->
          location.server().slowDown(now() + upTo(lease.multipliedBy(2)), upTo(lease));
      case PAUSED_SERVER -> stop(location.server());
      default -> throw new IllegalStateException(fault + " strikes no server");
    }
    return true;
  }

  /**
   * Pauses a server. Other servers get its regions after a while; it resumes, and learns of the
   * loss even later.
   */
  private void stop(Server server) {
    long wakes = now() + upTo(lease.multipliedBy(3));
    long losesAfter = upTo(lease.multipliedBy(2));
    server.stop(wakes, wakes + upTo(oblivion));
    time.schedule(Duration.ofNanos(losesAfter), () -> reassign(server));
  }

  private void reassign(Server from) {
    if (isOver || !from.isStopped(now())) {
      return;
    }
    Set<TableName> tables = new TreeSet<>();
    rows.forEach(key -> tables.add(key.table()));
    for (TableName table : tables) {
      for (Location location : servers.locations(table)) {
        if (location.server() == from) {
          servers.move(location, servers.any(dice));
        }
      }
    }
  }

  private Location locationOf(RowKey key) {
    return servers.locations(key.table()).stream()
        .filter(location -> location.region().contains(key.row()))
        .findFirst()
        .orElseThrow();
  }

  private long upTo(Duration longest) {
    return dice.nextLong(longest.toNanos() + 1);
  }

  private long now() {
    return time.monotonicNanos();
  }
}
