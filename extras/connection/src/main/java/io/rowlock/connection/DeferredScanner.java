package io.rowlock.connection;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/** A scanner that is opened when its first row is requested. Not thread-safe. */
final class DeferredScanner implements ResultScanner {

  private final IoSupplier<ResultScanner> opening;
  private @Nullable ResultScanner opened;
  private boolean isClosed;

  DeferredScanner(IoSupplier<ResultScanner> opening) {
    this.opening = opening;
  }

  @Override
  public @Nullable Result next() throws IOException {
    if (isClosed) {
      return null;
    }
    ResultScanner rows = opened;
    if (rows == null) {
      rows = opening.get();
      opened = rows;
    }
    return rows.next();
  }

  @Override
  public void close() {
    isClosed = true;
    if (opened != null) {
      opened.close();
    }
  }

  @Override
  public boolean renewLease() {
    return opened == null || opened.renewLease();
  }

  @Override
  public @Nullable ScanMetrics getScanMetrics() {
    return opened == null ? null : opened.getScanMetrics();
  }
}
