package io.rowlock.internal.transaction;

import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/** An open scan of one transaction, row by row. */
public final class TransactionScan {

  TransactionScan() {}

  /** The next row, or null when there is none. One call at a time. */
  public CompletableFuture<@Nullable Result> next() {
    throw new IllegalStateException();
  }

  /** Ends the scan. What it delivered stays read. */
  public void close() {
    throw new IllegalStateException();
  }
}
