package io.rowlock.it.servers;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.zookeeper.ZooKeeper;

/** A region server that loses the master whenever it loses ZooKeeper, but loses no client. */
public final class IsolatedRegionServer extends HRegionServer {

  /** Called by HBase. */
  public IsolatedRegionServer(Configuration configuration) throws IOException {
    super(configuration);
  }

  /**
   * Skips the report if ZooKeeper is lost, because the master would answer that the server is dead.
   */
  @Override
  protected void tryRegionServerReport(long start, long end) throws IOException {
    if (getZooKeeper().getRecoverableZooKeeper().getState() == ZooKeeper.States.CONNECTED) {
      super.tryRegionServerReport(start, end);
    }
  }
}
