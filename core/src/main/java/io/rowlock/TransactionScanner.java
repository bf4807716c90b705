package io.rowlock;

import io.rowlock.internal.transaction.TransactionScan;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/**
 * A scan of a transaction as HBase's blocking scanner. Closing it is optional.
 *
 * <p>An interrupted call loses no row: the next call returns the row that the interrupted one had
 * requested.
 */
final class TransactionScanner implements ResultScanner {

  private final TransactionLabel transaction;
  private final TransactionScan scan;
  private final Deque<Result> gathered = new ArrayDeque<>();
  private @Nullable CompletableFuture<@Nullable Result> pending; // by a call that was interrupted

  TransactionScanner(TransactionLabel transaction, TransactionScan scan) {
    this.transaction = transaction;
    this.scan = scan;
  }

  @Override
  public @Nullable Result next() throws IOException {
    return gathered.isEmpty() ? fetch() : gathered.poll();
  }

  @Override
  public Result[] next(int most) throws IOException {
    while (gathered.size() < most) {
      Result row = fetch();
      if (row == null) {
        break;
      }
      gathered.add(row);
    }
    Result[] rows = new Result[Math.min(most, gathered.size())];
    Arrays.setAll(rows, row -> gathered.remove());
    return rows;
  }

  private @Nullable Result fetch() throws IOException {
    CompletableFuture<@Nullable Result> answer = pending == null ? scan.next() : pending;
    pending = null;
    try {
      return TransactionFailures.<@Nullable Result>await(transaction, answer);
    } catch (InterruptedIOException interrupted) {
      pending = answer;
      throw interrupted;
    }
  }

  @Override
  public void close() {
    scan.close();
    pending = null;
    gathered.clear();
  }

  /** Returns true: no server has a lease between two pages, so none can expire. */
  @Override
  public boolean renewLease() {
    return true;
  }

  /** Returns null: no metrics are collected. */
  @Override
  public @Nullable ScanMetrics getScanMetrics() {
    return null;
  }
}
