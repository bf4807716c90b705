package io.rowlock.internal.store;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;

/**
 * The asynchronous interface to the store.
 *
 * <p>No method blocks. Futures may complete on an I/O thread: their dependents must not block
 * either. The store repeats a read until it succeeds or its time limit passes; then it fails with
 * the store's own exception. Implementations are thread-safe.
 */
public interface RowStore {

  /** Looks a table up at the master, without a cache. Fails if there is no such table. */
  CompletableFuture<TableFacts> describe(TableName table);

  /**
   * Reads rows, in the order of the request. Each row is read atomically; together they are no
   * snapshot. Every row is answered, with no cells and no lock if it has none.
   */
  default CompletableFuture<List<StoredRow>> read(List<RowRead> reads) {
    return read(reads, List.of());
  }

  /**
   * Reads rows as {@link #read(List)} does, and others beside them: in the same requests where a
   * server has both. No caller waits for the others, and a failure of one of them affects nothing
   * else. Each of them is answered eventually.
   *
   * @param sides may all be left out by a store
   */
  CompletableFuture<List<StoredRow>> read(List<RowRead> reads, List<PiggybackRead> sides);

  /**
   * Finds the newest timestamp of all cells of a row, hidden cells and delete markers included; 0
   * if it has none.
   */
  CompletableFuture<Long> newestTimestamp(RowKey row);

  /** Reads the first rows of a range. */
  CompletableFuture<ScanPage> scan(RangeScan scan);

  /**
   * Finds the regions of a range, for snapshots of it.
   *
   * <p>A store may support no snapshots at all, like this default.
   *
   * @param scan whose limits apply to what one call to a snapshot returns
   */
  default CompletableFuture<RangeSnapshot.Opener> snapshots(RangeScan scan) {
    return CompletableFuture.failedFuture(new UnsupportedOperationException("No snapshots"));
  }

  /**
   * Sends one conditional write. The request is delivered at most once as far as the store can
   * know; the store repeats it only after an error that proves that it was not applied. Never fails
   * exceptionally.
   */
  public CompletableFuture<WriteOutcome> write(ConditionalWrite write);

  /**
   * Sends writes that do not depend on each other, delivered and answered as {@link
   * #write(ConditionalWrite)} is. Answers in the order of the writes.
   */
  default List<CompletableFuture<WriteOutcome>> write(List<ConditionalWrite> writes) {
    return writes.stream().map(this::write).toList();
  }

  /**
   * Finds the region of each row, in the order of the request; empty for a row whose table is not
   * known to take writes of whole regions, or that cannot be located now. The answer usually comes
   * from memory and is only a hint: regions move, split and merge. Never fails exceptionally.
   *
   * <p>A store may support no such writes at all, like this default.
   */
  default CompletableFuture<List<Optional<RegionId>>> regions(List<RowKey> rows) {
    return CompletableFuture.completedFuture(Collections.nCopies(rows.size(), Optional.empty()));
  }

  /**
   * Sends one atomic write to several rows of one region, delivered and answered as {@link
   * #write(ConditionalWrite)} is, or with {@link WriteOutcome.Kind#NOT_COLOCATED}.
   */
  public default CompletableFuture<WriteOutcome> write(RegionWrite write) {
    return CompletableFuture.completedFuture(WriteOutcome.NOT_COLOCATED);
  }

  /**
   * Sends the deletion of a lock cell, delivered and answered as {@link #write(ConditionalWrite)}
   * is.
   */
  CompletableFuture<WriteOutcome> remove(LockRemoval removal);

  /** Forgets which server has the row, after a sign that a stale server answered. */
  CompletableFuture<Void> relocate(RowKey row);
}
