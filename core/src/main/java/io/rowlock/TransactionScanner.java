package io.rowlock;

import io.rowlock.internal.transaction.TransactionScan;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/** A scan of a transaction as HBase's blocking scanner. Closing it is good manners, no more. */
final class TransactionScanner implements ResultScanner {

  private final TransactionLabel transaction;
  private final TransactionScan scan;

  TransactionScanner(TransactionLabel transaction, TransactionScan scan) {
    this.transaction = transaction;
    this.scan = scan;
  }

  @Override
  public @Nullable Result next() throws IOException {
    return Blocking.<@Nullable Result>await(transaction, scan.next());
  }

  @Override
  public void close() {
    scan.close();
  }

  /** No server holds a lease between two pages, so that none can expire. */
  @Override
  public boolean renewLease() {
    return true;
  }

  /** None are collected. */
  @Override
  public @Nullable ScanMetrics getScanMetrics() {
    return null;
  }
}
