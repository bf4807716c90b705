package io.rowlock.simulator;

import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A part of a table between two rows. A split or a merge creates new ones.
 *
 * @param start the first row in it; empty = from the beginning
 * @param end the first row behind it; empty = to the end
 */
@SuppressWarnings("ArrayRecordComponent") // told apart by their numbers
record Region(int number, TableName table, byte[] start, byte[] end) {

  boolean contains(byte[] row) {
    return Bytes.compareTo(row, start) >= 0 && (end.length == 0 || Bytes.compareTo(row, end) < 0);
  }

  boolean holds(RowKey key) {
    return table.equals(key.table()) && contains(key.row());
  }

  /** Returns the part of a range in this region, null if there is none. */
  @Nullable RowRange part(RowRange range) {
    RowRange part = range.within(start, end);
    return part.isEmpty() ? null : part;
  }

  /** Returns whether it is the last region of its table in the direction of a scan. */
  boolean isLast(boolean reversed) {
    return (reversed ? start : end).length == 0;
  }

  static Region whole(int number, TableName table) {
    byte[] open = HConstants.EMPTY_BYTE_ARRAY;
    return new Region(number, table, open, open);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Region that && number == that.number;
  }

  @Override
  public int hashCode() {
    return number;
  }
}
