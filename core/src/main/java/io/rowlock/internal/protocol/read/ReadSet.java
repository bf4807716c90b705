package io.rowlock.internal.protocol.read;

import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.RangeIndex;
import io.rowlock.internal.store.RowKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one transaction has read: rows by key, and ranges. Not thread-safe.
 *
 * <p>A transaction sees one version of each row. Validation at the commit proves that all these
 * versions exist at one instant.
 */
public final class ReadSet {

  private final Map<RowKey, DecidedRow> rows = new LinkedHashMap<>();
  private final List<RangeRead> ranges = new ArrayList<>();
  private final RangeIndex<RangeRead> index = new RangeIndex<>();
  private long newestCell;
  private @Nullable RowKey rowOfNewestCell;

  /**
   * Adds a row that was read by key.
   *
   * @throws ProtocolFailure a conflict if the transaction has seen another version of the row
   */
  public void addRow(DecidedRow row) {
    require(row, "A row changed between two reads of a transaction");
    rows.put(row.key(), row);
  }

  /** Returns whether the transaction has read nothing that its commit must take into account. */
  public boolean isEmpty() {
    return rows.isEmpty() && ranges.isEmpty() && newestCell == 0;
  }

  /** Adds the part of a range that was consumed. */
  public void addRange(RangeRead range) {
    ranges.add(range);
    index.put(range.range(), range);
  }

  /** Adds a cell of a row to be written, which a scan has met. */
  public void sawCell(RowKey row, long timestamp) {
    if (timestamp > newestCell) {
      newestCell = timestamp;
      rowOfNewestCell = row;
    }
  }

  /** Returns the newest timestamp of a cell that a scan has met in rows to be written. */
  public long newestCell() {
    return newestCell;
  }

  /** Returns the row of {@link #newestCell}, null if that is 0. */
  public @Nullable RowKey rowOfNewestCell() {
    return rowOfNewestCell;
  }

  /** Returns the version that the transaction relies on; empty for a row that it has never read. */
  public OptionalLong versionOf(RowKey key) {
    DecidedRow row = rows.get(key);
    if (row != null) {
      return OptionalLong.of(row.version());
    }
    RangeRead range = index.get(key);
    return range == null ? OptionalLong.empty() : OptionalLong.of(range.versionOf(key.row()));
  }

  /** Returns the latest read of a row by key, null if there was none. */
  public @Nullable DecidedRow row(RowKey key) {
    return rows.get(key);
  }

  /**
   * Requires that the row still has the version on which the transaction relies, if there is one.
   *
   * @throws ProtocolFailure a conflict
   */
  public void requireUnchanged(DecidedRow row) {
    require(row, "Another transaction has written");
  }

  /** Requires the same, or fails with this message. */
  void require(DecidedRow row, String otherwise) {
    OptionalLong relied = versionOf(row.key());
    if (relied.isPresent() && relied.getAsLong() != row.version()) {
      throw ProtocolFailure.conflict(row.key(), otherwise, Conflict.written(row.writer()));
    }
  }

  /** Returns the rows that the transaction has read by key and does not write. */
  public Set<RowKey> onlyRead(Set<RowKey> written) {
    Set<RowKey> onlyRead = new LinkedHashSet<>(rows.keySet());
    onlyRead.removeAll(written);
    return onlyRead;
  }

  /** Returns the newest of all versions that were read. */
  public long newestVersion() {
    long newest = 0;
    for (DecidedRow row : rows.values()) {
      newest = Math.max(newest, row.version());
    }
    for (RangeRead range : ranges) {
      newest = Math.max(newest, range.versions().newest());
    }
    return newest;
  }

  public Map<RowKey, DecidedRow> rows() {
    return Collections.unmodifiableMap(rows);
  }

  public List<RangeRead> ranges() {
    return Collections.unmodifiableList(ranges);
  }
}
