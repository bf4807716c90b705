package io.rowlock.internal.protocol;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What the user columns of a row hold in the explorer.
 *
 * @param list column f:l, the tags of the transactions that appended to it, null when deleted
 * @param tag column g:w, of the transaction that wrote the row last
 */
record RowContent(@Nullable String list, @Nullable String tag) {

  static final byte[] F = Bytes.toBytes("f");
  static final byte[] G = Bytes.toBytes("g");
  static final byte[] LIST = Bytes.toBytes("l");
  static final byte[] TAG = Bytes.toBytes("w");

  static RowContent of(List<Cell> cells) {
    return new RowContent(value(cells, F, LIST), value(cells, G, TAG));
  }

  static @Nullable String value(List<Cell> cells, byte[] family, byte[] qualifier) {
    for (Cell cell : cells) {
      if (CellUtil.matchingColumn(cell, family, qualifier)) {
        return Bytes.toString(CellUtil.cloneValue(cell));
      }
    }
    return null;
  }
}
