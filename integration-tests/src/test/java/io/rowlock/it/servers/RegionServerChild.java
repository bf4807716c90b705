package io.rowlock.it.servers;

import io.rowlock.bench.kit.local.LifeLine;
import org.apache.hadoop.hbase.regionserver.HRegionServer;

/** What runs in a {@link RegionServerProcess}: a region server that dies with the test. */
final class RegionServerChild {

  private RegionServerChild() {}

  public static void main(String[] arguments) throws Exception {
    LifeLine.hold();
    HRegionServer.main(new String[] {"start"});
  }
}
