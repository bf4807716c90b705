package io.rowlock;

import io.rowlock.internal.store.Async;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.jspecify.annotations.Nullable;

/**
 * HBase's locator with futures that complete in an executor: their dependents must not run on
 * HBase's threads.
 */
record CallbackLocator(AsyncTableRegionLocator plain, Executor callbacks)
    implements AsyncTableRegionLocator {

  /** Returns the same answer, completed in the executor. */
  static <T extends @Nullable Object> CompletableFuture<T> onCallbacks(
      CompletableFuture<T> future, Executor callbacks) {
    return Async.pipe(future, new CompletableFuture<>(), Async::unwrap, callbacks);
  }

  @Override
  public TableName getName() {
    return plain.getName();
  }

  @Override
  public CompletableFuture<HRegionLocation> getRegionLocation(
      byte[] row, int replica, boolean reload) {
    return onCallbacks(plain.getRegionLocation(row, replica, reload), callbacks);
  }

  @Override
  public CompletableFuture<List<HRegionLocation>> getRegionLocations(byte[] row, boolean reload) {
    return onCallbacks(plain.getRegionLocations(row, reload), callbacks);
  }

  @Override
  public CompletableFuture<List<HRegionLocation>> getAllRegionLocations() {
    return onCallbacks(plain.getAllRegionLocations(), callbacks);
  }

  @Override
  public void clearRegionLocationCache() {
    plain.clearRegionLocationCache();
  }
}
