package io.rowlock.connection;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/** A scanner whose failures are {@linkplain FamiliarFailure familiar}. */
record FamiliarScanner(ResultScanner scanner) implements ResultScanner {

  @Override
  public @Nullable Result next() throws IOException {
    try {
      return scanner.next();
    } catch (IOException failed) {
      throw FamiliarFailure.of(failed);
    }
  }

  @Override
  public Result[] next(int most) throws IOException {
    try {
      return scanner.next(most);
    } catch (IOException failed) {
      throw FamiliarFailure.of(failed);
    }
  }

  @Override
  public void close() {
    scanner.close();
  }

  @Override
  public boolean renewLease() {
    return scanner.renewLease();
  }

  @Override
  public @Nullable ScanMetrics getScanMetrics() {
    return scanner.getScanMetrics();
  }
}
