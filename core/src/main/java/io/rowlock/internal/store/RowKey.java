package io.rowlock.internal.store;

import java.util.Arrays;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One row of one table.
 *
 * <p>The array is shared, not copied; it must not be changed.
 */
@SuppressWarnings("ArrayRecordComponent") // equality is by content, see below
public record RowKey(TableName table, byte[] row) implements Comparable<RowKey> {

  private static final int MAX_SHOWN_BYTES = 64;

  @Override
  public int compareTo(RowKey other) {
    int byTable = table.compareTo(other.table);
    return byTable != 0 ? byTable : Bytes.compareTo(row, other.row);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey that && table.equals(that.table) && Arrays.equals(row, that.row);
  }

  @Override
  public int hashCode() {
    return 31 * table.hashCode() + Arrays.hashCode(row);
  }

  /** Returns the table and the row for a message, escaped and with a limited length. */
  @Override
  public String toString() {
    return "row '" + shown() + "' of table '" + table.getNameAsString() + "'";
  }

  private String shown() {
    return row.length <= MAX_SHOWN_BYTES
        ? Bytes.toStringBinary(row)
        : Bytes.toStringBinary(row, 0, MAX_SHOWN_BYTES) + "...(" + row.length + " bytes)";
  }
}
