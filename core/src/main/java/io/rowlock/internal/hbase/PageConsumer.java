package io.rowlock.internal.hbase;

import io.rowlock.internal.store.StoredRow;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/**
 * Collects the rows of one scan until they fill a page, and counts its RPCs. HBase calls it from
 * one thread at a time, and never again after an exception or error: so it throws none.
 */
final class PageConsumer implements AdvancedScanResultConsumer {

  private final TableName table;
  private final long maxBytes;
  private final List<StoredRow> collected = new ArrayList<>();
  private final CompletableFuture<List<StoredRow>> rows = new CompletableFuture<>();
  private volatile @Nullable ScanMetrics metrics;
  private long bytes;
  private volatile boolean cut;

  PageConsumer(TableName table, long maxBytes) {
    this.table = table;
    this.maxBytes = maxBytes;
  }

  /** Completes with the rows when the scan has ended. */
  CompletableFuture<List<StoredRow>> rows() {
    return rows;
  }

  /** Returns whether the scan was ended because of its size. */
  boolean isCut() {
    return cut;
  }

  @Override
  public void onScanMetricsCreated(ScanMetrics scanMetrics) {
    this.metrics = scanMetrics;
  }

  @Override
  public void onNext(Result[] results, ScanController controller) {
    try {
      if (rows.isDone()) {
        controller.terminate();
      } else {
        collect(results, controller);
      }
    } catch (Throwable broken) {
      rows.completeExceptionally(broken);
    }
  }

  private void collect(Result[] results, ScanController controller) {
    for (Result result : results) {
      collected.add(StoredRows.of(table, result));
      bytes += Result.getTotalSizeOfCells(result);
    }
    if (bytes >= maxBytes) {
      cut = true;
      controller.terminate();
    }
  }

  @Override
  public void onError(Throwable error) {
    rows.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    rows.complete(collected);
  }

  /** Returns the number of RPCs of the scan. */
  long rpcs() {
    return metrics == null ? 0 : metrics.countOfRPCcalls.get();
  }
}
