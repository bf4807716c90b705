package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.read.RangeRead;
import io.rowlock.internal.protocol.read.RowVersions;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How far one scan has come, and which versions it met on the way. It counts as read from the
 * moment that a row is met, not only when the scan ends. Not thread-safe.
 */
final class ConsumedRange {

  private final RowRange whole;
  private final boolean reversed;
  private final RowVersions versions;
  private final Map<RowKey, DecidedRow> latest = new LatestRows();
  private @Nullable RowRange consumed;
  private Consumer<ConsumedRange> growth = grown -> {};

  /** The rows that were met last, bounded in number. */
  private static final class LatestRows extends LinkedHashMap<RowKey, DecidedRow> {

    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<RowKey, DecidedRow> eldest) {
      return size() > PageSizes.DEFAULT;
    }
  }

  ConsumedRange(RowRange whole, boolean reversed) {
    this.whole = whole;
    this.reversed = reversed;
    this.versions = new RowVersions(reversed);
  }

  /** Tells whenever the scan comes further. */
  void onGrowth(Consumer<ConsumedRange> listener) {
    growth = listener;
  }

  /** The scan has met a row of the transaction's own, where nothing is stored. */
  void meetNothing(RowKey key) {
    consumed = whole.upTo(key.row(), reversed);
    growth.accept(this);
  }

  /** The scan has met the row: it has read the range up to there. */
  void meet(DecidedRow row) {
    consumed = whole.upTo(row.key().row(), reversed);
    if (row.version() != 0) {
      versions.add(row.key().row(), row.version());
    }
    latest.put(row.key(), row.withoutCells());
    growth.accept(this);
  }

  /** The row as it was met, unless that is long ago: its lock need not be fetched to write it. */
  @Nullable DecidedRow metLately(RowKey key) {
    return latest.get(key);
  }

  /** The scan has met the end: it has read the whole range. */
  void finish() {
    consumed = whole;
    growth.accept(this);
  }

  boolean isEmpty() {
    return consumed == null;
  }

  /** As far as the scan has come. */
  @Nullable RowRange consumed() {
    return consumed;
  }

  boolean contains(RowKey key) {
    RowRange range = consumed;
    return range != null && range.table().equals(key.table()) && range.contains(key.row());
  }

  /** The version of a row in the range: 0 when the scan did not see it. */
  long versionOf(byte[] row) {
    return versions.versionOf(row);
  }

  /** Adds the rows met that have a version. */
  void addRowsTo(Collection<RowKey> keys) {
    versions.forEach((row, version) -> keys.add(new RowKey(whole.table(), row)));
  }

  /** What was read, null when nothing was. */
  @Nullable RangeRead toRangeRead() {
    RowRange range = consumed;
    return range == null ? null : new RangeRead(range, versions);
  }
}
