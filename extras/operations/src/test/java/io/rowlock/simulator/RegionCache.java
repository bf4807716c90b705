package io.rowlock.simulator;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;

/** The locations of regions that a client remembers until it learns that they are wrong. */
final class RegionCache {

  private final Servers servers;
  private final Map<TableName, List<Location>> known = new HashMap<>();

  RegionCache(Servers servers) {
    this.servers = servers;
  }

  List<Location> of(TableName table) {
    return known.computeIfAbsent(table, servers::locations);
  }

  Location of(TableName table, byte[] row) {
    for (Location location : of(table)) {
      if (location.region().contains(row)) {
        return location;
      }
    }
    throw new IllegalStateException("No region of " + table + " holds the row");
  }

  void forget(TableName table) {
    known.remove(table);
  }
}
