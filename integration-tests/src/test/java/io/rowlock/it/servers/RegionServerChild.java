package io.rowlock.it.servers;

import io.rowlock.bench.kit.local.LifeLine;
import org.apache.hadoop.hbase.regionserver.HRegionServer;

/** The program of a {@link RegionServerProcess}: a region server that ends with the test. */
final class RegionServerChild {

  private RegionServerChild() {}

  public static void main(String[] arguments) throws Exception {
    LifeLine.hold();
    HRegionServer.main(new String[] {"start"});
  }
}
