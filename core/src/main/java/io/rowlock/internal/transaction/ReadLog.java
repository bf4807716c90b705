package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.read.RangeRead;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.store.RangeIndex;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.common.collect.Iterables;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a transaction has read so far, including scans under way. A row has one version
 * in a transaction, however often and by whatever means it is read. Not thread-safe.
 */
final class ReadLog {

  private final Map<RowKey, DecidedRow> rows = new LinkedHashMap<>();
  private final List<ConsumedRange> ranges = new ArrayList<>();
  private final RangeIndex<ConsumedRange> index = new RangeIndex<>();
  private final Map<TableName, CellsAhead> cellsAhead = new HashMap<>();
  private long rowsMet; // each page asks for it: not summed then
  private @Nullable ConsumedRange growing; // not yet in the index as far as it has come

  /**
   * Adds a row that was read by key.
   *
   * @throws ProtocolFailure a conflict if it was seen at another version
   */
  void add(DecidedRow row) {
    check(row.key(), row.version(), row.writer());
    rows.put(row.key(), row.withoutCells().after(rows.get(row.key())));
  }

  /** Adds a range, as far as it has been and will be consumed. */
  void add(ConsumedRange range) {
    ranges.add(range);
    range.onGrowth(this::grows);
  }

  /** Notes that the range has grown. One long scan costs no entry for each of its rows. */
  private void grows(ConsumedRange range, @Nullable DecidedRow row) {
    rowsMet += row == null ? 0 : 1;
    if (row != null && row.newestTimestamp() > row.version()) {
      cellsAhead
          .computeIfAbsent(row.key().table(), table -> new CellsAhead())
          .note(row.key(), row.newestTimestamp());
    }
    ConsumedRange before = growing;
    growing = range;
    RowRange consumed = before == null || before == range ? null : before.consumed();
    if (before != null && consumed != null) {
      index.put(consumed, before);
    }
  }

  /** Returns the scan that has passed the row; null if none has. */
  private @Nullable ConsumedRange past(RowKey key) {
    ConsumedRange latest = growing;
    return latest != null && latest.contains(key) ? latest : index.get(key);
  }

  /**
   * Checks a version against those that were read.
   *
   * @param writer of that version, null if there is none
   * @throws ProtocolFailure a conflict if the row was seen at another version
   */
  void check(RowKey key, long version, @Nullable TransactionId writer) {
    OptionalLong known = versionOf(key);
    if (known.isPresent() && known.getAsLong() != version) {
      throw ProtocolFailure.conflict(
          key, "A row changed between two reads of a transaction", Conflict.written(writer));
    }
  }

  /** Returns whether the row, or its absence, has been seen. */
  boolean contains(RowKey key) {
    return versionOf(key).isPresent();
  }

  private OptionalLong versionOf(RowKey key) {
    DecidedRow row = rows.get(key);
    if (row != null) {
      return OptionalLong.of(row.version());
    }
    ConsumedRange range = past(key);
    return range == null ? OptionalLong.empty() : OptionalLong.of(range.versionOf(key.row()));
  }

  /** Returns the rows that scans have met, if a transaction has written them. */
  List<RowKey> rowsInRanges() {
    List<RowKey> keys = new ArrayList<>();
    ranges.forEach(range -> range.addRowsTo(keys));
    return keys;
  }

  /** Returns the number of rows that scans have met. */
  long rowsMet() {
    return rowsMet;
  }

  /**
   * Returns false if what was read is certain to be the state of one instant: nothing, or a single
   * row by key.
   */
  boolean needsValidation() {
    return rows.size() > 1 || Iterables.any(ranges, range -> !range.isEmpty());
  }

  /** Returns an independent copy of what has been read so far. */
  ReadSet toReadSet() {
    return toReadSet(Set.of());
  }

  /**
   * Returns the same for a commit that writes rows.
   *
   * @param written if a scan has met one of them recently, its lock is known as if read by key
   */
  ReadSet toReadSet(Set<RowKey> written) {
    ReadSet reads = new ReadSet();
    rows.values().forEach(reads::addRow);
    for (RowKey key : written) {
      ConsumedRange range = past(key);
      DecidedRow met = range == null || rows.containsKey(key) ? null : range.metLately(key);
      if (met != null) {
        reads.addRow(met);
      }
      CellsAhead ofTable = range == null ? null : cellsAhead.get(key.table());
      if (ofTable != null) {
        reads.sawCell(key, ofTable.atMost(key));
      }
    }
    for (ConsumedRange range : ranges) {
      RangeRead read = range.toRangeRead();
      if (read != null) {
        reads.addRange(read);
      }
    }
    return reads;
  }
}
