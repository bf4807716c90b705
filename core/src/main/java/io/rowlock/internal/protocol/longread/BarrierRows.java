package io.rowlock.internal.protocol.longread;

import io.rowlock.internal.store.RowKey;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The two rows of a table whose locks stop busy writers while a long reader opens its snapshot. No
 * user has rows with these keys, and scans leave them out.
 */
public final class BarrierRows {

  private static final byte[] ANNOUNCEMENT = key("\0rowlock.reader");
  private static final byte[] CLOSING = key("\0rowlock.reader.now");

  private BarrierRows() {}

  private static byte[] key(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the row whose lock announces a long reader of the table. */
  public static RowKey announcement(TableName table) {
    return new RowKey(table, ANNOUNCEMENT);
  }

  /** Returns the row whose lock closes the barrier of the table. */
  public static RowKey closing(TableName table) {
    return new RowKey(table, CLOSING);
  }

  /** Returns whether the row is one of the two. */
  public static boolean contain(RowKey row) {
    return Bytes.equals(row.row(), ANNOUNCEMENT) || Bytes.equals(row.row(), CLOSING);
  }
}
