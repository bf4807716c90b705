package io.rowlock;

import io.rowlock.internal.engine.Blocking;
import io.rowlock.internal.engine.Failures;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.RegionLocator;

/** A blocking locator: HBase 2 cannot create one from an asynchronous one. */
record BlockingRegionLocator(AsyncTableRegionLocator locator) implements RegionLocator {

  @Override
  public HRegionLocation getRegionLocation(byte[] row, int replica, boolean reload)
      throws IOException {
    return await(locator.getRegionLocation(row, replica, reload));
  }

  @Override
  public List<HRegionLocation> getRegionLocations(byte[] row, boolean reload) throws IOException {
    return await(locator.getRegionLocations(row, reload));
  }

  @Override
  public List<HRegionLocation> getAllRegionLocations() throws IOException {
    return await(locator.getAllRegionLocations());
  }

  @Override
  public void clearRegionLocationCache() {
    locator.clearRegionLocationCache();
  }

  @Override
  public TableName getName() {
    return locator.getName();
  }

  @Override
  public void close() {}

  /** Waits for HBase's answer about a table, and throws HBase's own exceptions. */
  static <T> T await(CompletableFuture<T> answer) throws IOException {
    return Blocking.await(answer, "Interrupted while asking about a table", Failures::ofHBase);
  }
}
