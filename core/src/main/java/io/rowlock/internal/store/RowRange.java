package io.rowlock.internal.store;

import java.util.Optional;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A range of rows in the order of their keys, independent of the direction of the scan.
 *
 * @param first the smallest row; empty = from the beginning of the table
 * @param last the largest row; empty = to the end of the table
 */
@SuppressWarnings("ArrayRecordComponent") // never compared as a whole
public record RowRange(
    TableName table, byte[] first, boolean firstInclusive, byte[] last, boolean lastInclusive) {

  public boolean contains(byte[] row) {
    return isAfterFirst(row) && isBeforeLast(row);
  }

  private boolean isAfterFirst(byte[] row) {
    int order = Bytes.compareTo(row, first);
    return order > 0 || (order == 0 && (firstInclusive || first.length == 0));
  }

  private boolean isBeforeLast(byte[] row) {
    if (last.length == 0) {
      return true;
    }
    int order = Bytes.compareTo(row, last);
    return order < 0 || (order == 0 && lastInclusive);
  }

  /** Returns whether the range can contain no row. */
  public boolean isEmpty() {
    if (last.length == 0) {
      return false;
    }
    int order = Bytes.compareTo(first, last);
    return order > 0 || (order == 0 && !(firstInclusive && lastInclusive));
  }

  /** Returns the rest of the range behind {@code row}, in the direction of the scan. */
  public RowRange after(byte[] row, boolean reversed) {
    return reversed
        ? new RowRange(table, first, firstInclusive, row, false)
        : new RowRange(table, row, false, last, lastInclusive);
  }

  /** Returns the part from the start of a scan up to and including {@code row}. */
  public RowRange upTo(byte[] row, boolean reversed) {
    return reversed
        ? new RowRange(table, row, true, last, lastInclusive)
        : new RowRange(table, first, firstInclusive, row, true);
  }

  /**
   * Returns the part of the range between two rows, which may be empty.
   *
   * @param start the first row of the part; empty = from the beginning
   * @param end the first row behind it; empty = to the end
   */
  public RowRange within(byte[] start, byte[] end) {
    boolean startsThere = start.length > 0 && Bytes.compareTo(start, first) > 0;
    boolean endsThere = end.length > 0 && (last.length == 0 || Bytes.compareTo(end, last) <= 0);
    return new RowRange(
        table,
        startsThere ? start : first,
        startsThere || firstInclusive,
        endsThere ? end : last,
        !endsThere && lastInclusive);
  }

  /** Returns this range and the next one as one; empty unless that begins where this one ends. */
  public Optional<RowRange> joined(RowRange next) {
    boolean touches = last.length > 0 && Bytes.equals(last, next.first);
    return touches && lastInclusive != next.firstInclusive
        ? Optional.of(new RowRange(table, first, firstInclusive, next.last, next.lastInclusive))
        : Optional.empty();
  }

  /** Returns whether both are the same range. */
  public boolean isSame(RowRange other) {
    return table.equals(other.table)
        && Bytes.equals(first, other.first)
        && firstInclusive == other.firstInclusive
        && Bytes.equals(last, other.last)
        && lastInclusive == other.lastInclusive;
  }

  /** Returns the range of the whole table. */
  public static RowRange all(TableName table) {
    byte[] open = HConstants.EMPTY_BYTE_ARRAY;
    return new RowRange(table, open, true, open, false);
  }
}
