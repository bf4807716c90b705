package io.rowlock.internal.store;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;

/**
 * The narrow, asynchronous door to the store.
 *
 * <p>No method blocks. Futures may complete on an I/O thread: what hangs on them must not block
 * either. Reads are repeated by the store until they succeed or its time is up, and then fail with
 * the store's own exception. Implementations are thread-safe.
 */
public interface RowStore {

  /** Looks a table up afresh. Fails when there is no such table. */
  CompletableFuture<TableFacts> describe(TableName table);

  /**
   * Reads rows, in the order asked. Each row is read atomically; together they are no snapshot.
   * Every row is answered, with no cells and no lock where there is nothing.
   */
  public CompletableFuture<List<StoredRow>> read(List<RowRead> reads);

  /**
   * Reads rows as {@link #read(List)} does, and others along with them where that takes no request
   * more and can be told without one. Nobody waits for those, and what is wrong with one of them
   * harms nobody. Sooner or later each of them is answered.
   *
   * <p>A store may leave them all behind, as here.
   */
  public default CompletableFuture<List<StoredRow>> read(
      List<RowRead> reads, List<PiggybackRead> sides) {
    sides.forEach(PiggybackRead::leave);
    return read(reads);
  }

  /**
   * Finds the newest timestamp of all that a row holds, hidden cells and delete markers included; 0
   * when it holds nothing.
   */
  CompletableFuture<Long> newestTimestamp(RowKey row);

  /** Reads the first rows of a range. */
  CompletableFuture<ScanPage> scan(RangeScan scan);

  /**
   * Attempts one conditional write. The request is delivered at most once as far as the store can
   * tell; only an error that proves that it was not applied is repeated. Never fails exceptionally.
   */
  public CompletableFuture<WriteOutcome> write(ConditionalWrite write);

  /**
   * Finds the region of each row, in the order asked; nothing for a row whose table is not known to
   * take writes of whole regions, or that cannot be located now. Mostly from memory and only a
   * hint: regions move, split and merge. Never fails exceptionally.
   *
   * <p>A store may know no such writes at all, as here.
   */
  default CompletableFuture<List<Optional<RegionId>>> regions(List<RowKey> rows) {
    return CompletableFuture.completedFuture(Collections.nCopies(rows.size(), Optional.empty()));
  }

  /**
   * Attempts one atomic write to several rows of one region, delivered and answered as {@link
   * #write(ConditionalWrite)} is, or with {@link WriteOutcome.Kind#NOT_COLOCATED}.
   */
  public default CompletableFuture<WriteOutcome> write(RegionWrite write) {
    return CompletableFuture.completedFuture(WriteOutcome.NOT_COLOCATED);
  }

  /**
   * Attempts to delete a lock cell, delivered and answered as {@link #write(ConditionalWrite)} is.
   */
  CompletableFuture<WriteOutcome> remove(LockRemoval removal);

  /** Forgets where the row is served, after a sign that a stale server answered. */
  CompletableFuture<Void> relocate(RowKey row);
}
