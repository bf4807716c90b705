package io.rowlock.it;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.hbase.regionserver.HRegionServer;

/** What runs in a {@link RegionServerProcess}: a region server that dies with the test. */
final class RegionServerChild {

  private RegionServerChild() {}

  /** Nobody ever writes to it: its standard input ends when the JVM of the test does. */
  public static void main(String[] args) throws Exception {
    InputStream test = System.in;
    Thread watch = new Thread(() -> dieWith(test), "dies-with-the-test");
    watch.setDaemon(true);
    watch.start();
    HRegionServer.main(new String[] {"start"});
  }

  private static void dieWith(InputStream test) {
    try {
      while (test.read() >= 0) {
        Thread.onSpinWait();
      }
    } catch (IOException closed) {
      // As good as its end.
    }
    Runtime.getRuntime().halt(1);
  }
}
