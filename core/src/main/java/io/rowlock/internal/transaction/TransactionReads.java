package io.rowlock.internal.transaction;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The reads of a transaction. They return committed rows, with the transaction's own writes laid
 * over them.
 *
 * <p>A validated read is current at the instant at which the transaction takes effect. One that is
 * not validated was current when it was read, and is no part of what the transaction has read: it
 * causes no conflict. The exception is a row with an own change that depends on the committed
 * value, for example an increment without a result: the change is computed from what is read, so
 * the row is validated.
 */
public final class TransactionReads {

  private final CallTracker calls;
  private final TransactionBuffers buffers;
  private final RowReads rows;
  private final boolean isValidated;

  TransactionReads(CallTracker calls, TransactionBuffers buffers, boolean isValidated) {
    this.calls = calls;
    this.buffers = buffers;
    this.rows = new RowReads(buffers, isValidated);
    this.isValidated = isValidated;
  }

  RowReads rows() {
    return rows;
  }

  public CompletableFuture<Result> get(TableName table, Get get) {
    return getAll(table, List.of(get)).thenApply(results -> results.get(0));
  }

  public CompletableFuture<List<Result>> getAll(TableName table, List<Get> gets) {
    return calls.call(() -> rows.answer(RowReads.questions(table, gets)));
  }

  /** Opens a scan; every failure occurs at {@link TransactionScan#next()}. */
  public TransactionScan scan(TableName table, Scan scan) {
    TransactionScan opened = new TransactionScan(buffers, calls, table, scan, isValidated);
    if (isValidated) {
      buffers.add(opened.consumed());
    }
    return opened;
  }
}
