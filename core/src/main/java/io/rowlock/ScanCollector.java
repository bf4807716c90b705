package io.rowlock;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Result;

/** Collects all rows of a scan. */
final class ScanCollector implements AdvancedScanResultConsumer {

  private final List<Result> rows = new ArrayList<>();
  private final CompletableFuture<List<Result>> results = new CompletableFuture<>();

  CompletableFuture<List<Result>> results() {
    return results;
  }

  @Override
  public void onNext(Result[] next, ScanController controller) {
    Collections.addAll(rows, next);
  }

  @Override
  public void onError(Throwable error) {
    results.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    results.complete(rows);
  }
}
