package io.rowlock.internal.protocol.read;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockReads;
import io.rowlock.internal.protocol.lock.TableCatalog;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;
import org.apache.hbase.thirdparty.com.google.common.collect.Iterables;

/**
 * Refuses reads of tables that are not enabled, which no commit could validate. A read that names
 * columns asks for the lock as well, and servers refuse it. A read of whole rows names nothing, and
 * of a table without locks it looks like one of rows that no transaction has written. Only in that
 * case, and at most once a minute for each table, the client asks for the lock of one row by name.
 *
 * <p>It asks a region, because reads must not depend on the master. Thread-safe.
 */
public final class LocklessTables {

  private static final Duration KNOWN_FOR = Duration.ofMinutes(1);
  private static final byte[] SOME_ROW = {0};

  private final RowStore store;
  private final TableCatalog catalog;
  private final Clock clock;
  private final Map<TableName, Long> hadLocksAt = new ConcurrentHashMap<>();

  public LocklessTables(RowStore store, TableCatalog catalog, Clock clock) {
    this.store = store;
    this.catalog = catalog;
    this.clock = clock;
  }

  /**
   * Returns the rows of one table, or fails if the table has no locks.
   *
   * @param columns that were read
   * @param row any row of the table, next to those that were read
   */
  public CompletableFuture<List<DecidedRow>> refuse(
      ColumnSelection columns, RowKey row, List<DecidedRow> rows) {
    if (!columns.isAll() || Iterables.any(rows, DecidedRow::hasLockCell) || hasLocks(row.table())) {
      return CompletableFuture.completedFuture(rows);
    }
    return Async.translate(lockOf(row), failure -> explained(row.table(), failure))
        .thenApply(read -> rows);
  }

  private boolean hasLocks(TableName table) {
    Long at = hadLocksAt.get(table);
    return (at != null && clock.monotonicNanos() - at < KNOWN_FOR.toNanos())
        || catalog.present(table) != null;
  }

  private CompletableFuture<Void> lockOf(RowKey row) {
    long now = clock.monotonicNanos();
    return LockReads.undecoded(store, row).thenAccept(found -> hadLocksAt.put(row.table(), now));
  }

  private static Throwable explained(TableName table, Throwable failure) {
    return Throwables.getCausalChain(failure).stream()
        .filter(NoSuchColumnFamilyException.class::isInstance)
        .map(NoSuchColumnFamilyException.class::cast)
        .findFirst()
        .<Throwable>map(missing -> TableCatalog.withoutLocks(table, missing))
        .orElse(failure);
  }

  /** Returns a row to ask about after a page of a scan: in a region that has just answered. */
  public static RowKey rowAt(RangeScan scan, DecidedPage page) {
    if (!page.rows().isEmpty()) {
      return page.rows().get(0).key();
    }
    byte[] first = scan.range().first();
    return new RowKey(scan.range().table(), first.length == 0 ? SOME_ROW : first);
  }
}
