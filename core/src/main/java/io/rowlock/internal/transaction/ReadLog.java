package io.rowlock.internal.transaction;

import com.google.common.collect.Sets;
import io.rowlock.internal.protocol.Conflict;
import io.rowlock.internal.protocol.DecidedRow;
import io.rowlock.internal.protocol.ProtocolFailure;
import io.rowlock.internal.protocol.RangeRead;
import io.rowlock.internal.protocol.ReadSet;
import io.rowlock.internal.protocol.TransactionId;
import io.rowlock.internal.store.RowKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a transaction has read so far, scans under way included. A row has one version in
 * a transaction, however often and by whatever way it is read. Not thread-safe.
 */
final class ReadLog {

  private final Map<RowKey, DecidedRow> rows = new LinkedHashMap<>();
  private final List<ConsumedRange> ranges = new ArrayList<>();

  /**
   * Remembers a row read by key.
   *
   * @throws ProtocolFailure a conflict, when it was seen at another version
   */
  void add(DecidedRow row) {
    check(row.key(), row.version(), row.writer());
    rows.put(row.key(), row.withoutCells());
  }

  /** Remembers a range from now on, as far as it will have been consumed. */
  void add(ConsumedRange range) {
    ranges.add(range);
  }

  /**
   * @param writer of that version, null when there is none
   * @throws ProtocolFailure a conflict, when the row was seen at another version
   */
  void check(RowKey key, long version, @Nullable TransactionId writer) {
    OptionalLong known = versionOf(key);
    if (known.isPresent() && known.getAsLong() != version) {
      throw ProtocolFailure.conflict(
          key, "A row changed between two reads of a transaction", Conflict.written(writer));
    }
  }

  /** True when the row, or its absence, has been seen. */
  boolean knows(RowKey key) {
    return versionOf(key).isPresent();
  }

  private OptionalLong versionOf(RowKey key) {
    DecidedRow row = rows.get(key);
    if (row != null) {
      return OptionalLong.of(row.version());
    }
    for (ConsumedRange range : ranges) {
      if (range.contains(key)) {
        return OptionalLong.of(range.versionOf(key.row()));
      }
    }
    return OptionalLong.empty();
  }

  /** The rows that scans have met, where a transaction has written them. */
  List<RowKey> rowsInRanges() {
    List<RowKey> keys = new ArrayList<>();
    ranges.forEach(range -> range.addRowsTo(keys));
    return keys;
  }

  /**
   * True unless what was read is surely the state of one instant: nothing, or a single row by key.
   */
  boolean needsValidation() {
    return rows.size() > 1 || ranges.stream().anyMatch(range -> !range.isEmpty());
  }

  /** What has been read up to now, on its own. */
  ReadSet toReadSet() {
    return toReadSet(Set.of());
  }

  /**
   * The same for a commit that writes rows.
   *
   * @param written where a scan has met one of them lately, its lock is known as if read by key
   */
  ReadSet toReadSet(Set<RowKey> written) {
    ReadSet reads = new ReadSet();
    rows.values().forEach(reads::addRow);
    for (RowKey key : Sets.difference(written, rows.keySet())) {
      ranges.stream()
          .map(range -> range.metLately(key))
          .filter(Objects::nonNull)
          .findFirst()
          .ifPresent(reads::addRow);
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
