package io.rowlock.internal.engine;

import java.util.Arrays;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The deprecated checks leave it to HBase's servers to compare the rows, while {@link
 * CheckAndMutate.Builder}, on which they are built here, throws an unchecked exception.
 */
public final class SameRow {

  private SameRow() {}

  /**
   * Refuses an action on another row.
   *
   * @throws DoNotRetryIOException as HBase's {@code HRegion} does
   */
  public static void require(byte[] row, Row action) throws DoNotRetryIOException {
    if (!Arrays.equals(row, action.getRow())) {
      throw new DoNotRetryIOException(
          "Action's getRow must match: the check is of row '%s', the action of row '%s'"
              .formatted(Bytes.toStringBinary(row), Bytes.toStringBinary(action.getRow())));
    }
  }
}
