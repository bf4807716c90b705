package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.read.RangeRead;
import io.rowlock.internal.protocol.read.RowVersions;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The progress of one scan, and the versions that it met. A part of the range counts as read from
 * the moment that the scan meets its last row, not only when the scan ends. Not thread-safe.
 */
final class ConsumedRange {

  private final RowRange whole;
  private final boolean reversed;
  private final RowVersions versions;
  private final Map<RowKey, DecidedRow> latest = new LinkedHashMap<>(); // limited in number
  private @Nullable RowRange consumed;
  private BiConsumer<ConsumedRange, @Nullable DecidedRow> growth = (grown, row) -> {};

  ConsumedRange(RowRange whole, boolean reversed) {
    this.whole = whole;
    this.reversed = reversed;
    this.versions = new RowVersions(reversed);
  }

  /** Sets a listener for each step of the scan, and the stored row that it has met, if any. */
  void onGrowth(BiConsumer<ConsumedRange, @Nullable DecidedRow> listener) {
    growth = listener;
  }

  /** Notes a row of the transaction's own writes that is not stored. */
  void meetNothing(RowKey key) {
    consumed = whole.upTo(key.row(), reversed);
    growth.accept(this, null);
  }

  /** Notes a row: the scan has read the range up to it. */
  void meet(DecidedRow row) {
    consumed = whole.upTo(row.key().row(), reversed);
    if (row.version() != 0) {
      versions.add(row.key().row(), row.version());
    }
    latest.put(row.key(), row.withoutCells());
    if (latest.size() > PageSizes.DEFAULT) {
      latest.remove(latest.keySet().iterator().next());
    }
    growth.accept(this, row);
  }

  /**
   * Returns a row that was met recently, so that a write to it need not fetch its lock; otherwise
   * null.
   */
  @Nullable DecidedRow metLately(RowKey key) {
    return latest.get(key);
  }

  /** Notes the end: the scan has read the whole range. */
  void finish() {
    consumed = whole;
    growth.accept(this, null);
  }

  boolean isEmpty() {
    return consumed == null;
  }

  /** Returns the part that the scan has consumed. */
  @Nullable RowRange consumed() {
    return consumed;
  }

  boolean contains(RowKey key) {
    RowRange range = consumed;
    return range != null && range.table().equals(key.table()) && range.contains(key.row());
  }

  /** Returns the version of a row in the range: 0 if the scan did not meet it. */
  long versionOf(byte[] row) {
    return versions.versionOf(row);
  }

  /** Adds the rows met that have a version. */
  void addRowsTo(Collection<RowKey> keys) {
    versions.forEach((row, version) -> keys.add(new RowKey(whole.table(), row)));
  }

  /** Returns what was read, null if nothing was. */
  @Nullable RangeRead toRangeRead() {
    RowRange range = consumed;
    return range == null ? null : new RangeRead(range, versions);
  }
}
