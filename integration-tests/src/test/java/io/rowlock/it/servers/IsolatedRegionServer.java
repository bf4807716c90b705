package io.rowlock.it.servers;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.zookeeper.ZooKeeper;

/** A region server that loses the master whenever it loses ZooKeeper, but no client. */
public final class IsolatedRegionServer extends HRegionServer {

  /** For HBase. */
  public IsolatedRegionServer(Configuration configuration) throws IOException {
    super(configuration);
  }

  /** The master would answer that it is dead. */
  @Override
  protected void tryRegionServerReport(long start, long end) throws IOException {
    if (getZooKeeper().getRecoverableZooKeeper().getState() == ZooKeeper.States.CONNECTED) {
      super.tryRegionServerReport(start, end);
    }
  }
}
