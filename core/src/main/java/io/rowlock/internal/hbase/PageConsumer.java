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

/** Collects the rows of one scan and counts its RPCs. HBase calls it from one thread at a time. */
final class PageConsumer implements AdvancedScanResultConsumer {

  private final TableName table;
  private final RpcCounter counter;
  private final List<StoredRow> collected = new ArrayList<>();
  private final CompletableFuture<List<StoredRow>> rows = new CompletableFuture<>();
  private @Nullable ScanMetrics metrics;

  PageConsumer(TableName table, RpcCounter counter) {
    this.table = table;
    this.counter = counter;
  }

  /** The rows, once the scan has ended. */
  CompletableFuture<List<StoredRow>> rows() {
    return rows;
  }

  @Override
  public void onScanMetricsCreated(ScanMetrics scanMetrics) {
    this.metrics = scanMetrics;
  }

  @Override
  public void onNext(Result[] results, ScanController controller) {
    for (Result result : results) {
      collected.add(StoredRows.of(table, result));
    }
  }

  @Override
  public void onError(Throwable error) {
    countRpcs();
    rows.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    countRpcs();
    rows.complete(collected);
  }

  private void countRpcs() {
    if (metrics != null) {
      counter.add(metrics.countOfRPCcalls.get());
    }
  }
}
