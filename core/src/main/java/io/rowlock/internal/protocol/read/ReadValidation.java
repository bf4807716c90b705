package io.rowlock.internal.protocol.read;

import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.RowRead;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether everything that was read is unchanged (protocol, 5.2 and section 7).
 *
 * <p>Safety: it runs only after <em>all</em> write locks of the transaction are held. Every row is
 * decided first: an undecided holder may be past its own validation and commit a moment later,
 * which would be write skew. This applies to read-only transactions too. In a range, a row that the
 * transaction itself holds counts with the base version in its own lock.
 */
public record ReadValidation(LockedReader reader, int pageRows) {

  /**
   * Fails with a conflict if something has changed.
   *
   * @param held rows that need no check, because the transaction holds them at the version that it
   *     read
   */
  public CompletableFuture<Void> validate(ReadSet reads, Set<RowKey> held, WaitPolicy waitPolicy) {
    List<CompletableFuture<Void>> checks = new ArrayList<>(reads.ranges().size() + 1);
    checks.add(rows(reads, held, waitPolicy));
    for (RangeRead range : reads.ranges()) {
      checks.add(rest(range, range.range(), waitPolicy));
    }
    return Async.allDone(checks);
  }

  private CompletableFuture<Void> rows(ReadSet reads, Set<RowKey> held, WaitPolicy waitPolicy) {
    List<RowRead> looks = new ArrayList<>();
    for (RowKey key : reads.rows().keySet()) {
      if (!held.contains(key)) {
        looks.add(RowRead.lockOf(key));
      }
    }
    return looks.isEmpty()
        ? Async.DONE
        : reader
            .read(looks, waitPolicy)
            .thenAccept(rows -> rows.forEach(row -> compare(reads, row)));
  }

  /**
   * Checks the rest of a range page by page, so that it stores no more than what was read, whatever
   * the range contains now.
   */
  private CompletableFuture<Void> rest(RangeRead read, RowRange rest, WaitPolicy waitPolicy) {
    RangeScan scan = new RangeScan(rest, ColumnSelection.LOCK_ONLY, false, pageRows);
    return reader
        .scan(scan, waitPolicy)
        .thenCompose(
            page -> {
              NavigableMap<byte[], DecidedRow> found = new TreeMap<>(Bytes.BYTES_COMPARATOR);
              page.rows().forEach(row -> found.put(row.key().row(), row));
              if (page.exhausted()) {
                compare(read, rest, found);
                return Async.DONE;
              }
              byte[] last = found.lastKey();
              compare(read, rest.upTo(last, false), found);
              return rest(read, rest.after(last, false), waitPolicy);
            });
  }

  private static void compare(ReadSet reads, DecidedRow now) {
    reads.require(now, "Another transaction has written what was read");
  }

  /**
   * Compares a page with what was read. A row without a lock cell is at version 0 on both sides.
   *
   * @param part the part of the range that the page covers
   * @param found the rows of the page
   */
  private static void compare(
      RangeRead read, RowRange part, NavigableMap<byte[], DecidedRow> found) {
    for (DecidedRow now : found.values()) {
      if (hasChanged(read, now)) {
        throw changed(now.key(), now.writer());
      }
    }
    read.versions()
        .forEachIn(
            part,
            (row, version) -> {
              if (version != 0 && !found.containsKey(row)) {
                throw changed(new RowKey(part.table(), row), null);
              }
            });
  }

  private static boolean hasChanged(RangeRead read, DecidedRow now) {
    return read.versionOf(now.key().row()) != now.version();
  }

  private static ProtocolFailure changed(RowKey row, @Nullable TransactionId writer) {
    return ProtocolFailure.conflict(
        row, "A range that was read has changed", Conflict.written(writer));
  }
}
