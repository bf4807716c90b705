package io.rowlock.internal.store;

import java.util.Arrays;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One row of one table.
 *
 * <p>The array is shared, not copied; it must not be changed.
 */
public final class RowKey implements Comparable<RowKey> {

  private static final int MAX_SHOWN_BYTES = 64;

  private final TableName table;
  private final byte[] row;
  private final int hash; // several maps ask for it

  public RowKey(TableName table, byte[] row) {
    this.table = table;
    this.row = row;
    this.hash = 31 * table.hashCode() + Arrays.hashCode(row);
  }

  public TableName table() {
    return table;
  }

  public byte[] row() {
    return row;
  }

  @Override
  public int compareTo(RowKey other) {
    int byTable = table.compareTo(other.table);
    return byTable != 0 ? byTable : Bytes.compareTo(row, other.row);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey that
        && hash == that.hash
        && table.equals(that.table)
        && Arrays.equals(row, that.row);
  }

  @Override
  public int hashCode() {
    return hash;
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
