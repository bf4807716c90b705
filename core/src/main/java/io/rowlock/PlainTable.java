package io.rowlock;

import io.rowlock.internal.engine.Blocking;
import io.rowlock.internal.engine.Failures;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** The table without a transaction, for methods that are not about rows. Blocks. */
record PlainTable(AsyncTable<?> table) {

  TableDescriptor descriptor() throws IOException {
    return await(table.getDescriptor());
  }

  RegionLocator regionLocator() {
    return new BlockingRegionLocator(table.getRegionLocator());
  }

  /** HBase 2 cannot create a blocking locator from an asynchronous one. */
  private record BlockingRegionLocator(AsyncTableRegionLocator locator) implements RegionLocator {

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
  }

  /** Waits, and throws HBase's own exceptions. */
  private static <T> T await(CompletableFuture<T> future) throws IOException {
    return Blocking.await(future, "Interrupted while asking about a table", Failures::ofHBase);
  }
}
