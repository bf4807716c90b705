package io.rowlock.bench.tpcc.acid;

import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Relation;
import java.io.IOException;
import org.apache.hadoop.hbase.MiniHBaseCluster;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.HRegion;

/** Those of the embedded HBase. */
final class RegionServers {
  private static final long PATIENCE = 120_000;

  private final EmbeddedHBase hbase;

  RegionServers(EmbeddedHBase hbase) {
    this.hbase = hbase;
  }

  /**
   * Kills the one that has orders, without a chance to close its regions or its log; another one is
   * started in its place. Returns when all regions are served again.
   */
  void killOne(Layout layout) throws IOException {
    MiniHBaseCluster cluster = hbase.utility().getMiniHBaseCluster();
    TableName orders = layout.table(Relation.ORDERS);
    HRegion region =
        cluster.getRegions(orders).stream()
            .reduce((one, other) -> other)
            .orElseThrow(() -> new IOException("Nobody serves " + orders));
    ServerName victim =
        cluster.getServerHoldingRegion(orders, region.getRegionInfo().getRegionName());
    var unused = cluster.startRegionServer();
    cluster.killRegionServer(victim);
    cluster.waitForRegionServerToStop(victim, PATIENCE);
    hbase.utility().waitUntilNoRegionsInTransition(PATIENCE);
  }
}
