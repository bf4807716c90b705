package io.rowlock.bench.micro.scale;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;

/** Puts regions on chosen servers, and keeps the balancer from moving them. */
final class Placement implements AutoCloseable {
  private final Connection connection;
  private final Admin admin;
  private final boolean balancerBefore;

  Placement(Connection connection) throws IOException {
    this.connection = connection;
    this.admin = connection.getAdmin();
    this.balancerBefore = admin.balancerSwitch(false, true);
  }

  /** Evenly over the first so many servers. */
  void spread(TableName table, int servers) throws IOException {
    List<ServerName> all =
        admin.getRegionServers().stream().sorted(Comparator.naturalOrder()).toList();
    if (all.size() < servers) {
      throw new IOException(
          "There are only " + all.size() + " region servers, and " + servers + " are asked for");
    }
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      int region = 0;
      for (HRegionLocation location : locator.getAllRegionLocations()) {
        ServerName server = all.get(region++ % servers);
        if (!server.equals(location.getServerName())) {
          admin.move(location.getRegion().getEncodedNameAsBytes(), server);
        }
      }
      locator.clearRegionLocationCache();
    }
  }

  @Override
  public void close() throws IOException {
    admin.balancerSwitch(balancerBefore, false);
    admin.close();
  }
}
