package io.rowlock.simulator;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a row's user columns.
 *
 * @param list column f:l, the tags of the transactions that appended to it, each after a dot
 * @param count column f:n, raised by one at a time
 * @param tag column g:w, of the transaction that wrote the row last
 * @param extra column h:w, of a family that is added during the run; family d is written and not
 *     judged
 */
record Content(
    @Nullable String list, @Nullable Long count, @Nullable String tag, @Nullable String extra) {

  static final byte[] F = Bytes.toBytes("f");
  static final byte[] G = Bytes.toBytes("g");
  static final byte[] D = Bytes.toBytes("d");
  static final byte[] H = Bytes.toBytes("h");
  static final byte[] LIST = Bytes.toBytes("l");
  static final byte[] COUNT = Bytes.toBytes("n");
  static final byte[] TAG = Bytes.toBytes("w");
  static final Content NOTHING = new Content(null, null, null, null);

  static Content of(@Nullable List<Cell> cells) {
    if (cells == null || cells.isEmpty()) {
      return NOTHING;
    }
    byte[] list = value(cells, F, LIST);
    byte[] count = value(cells, F, COUNT);
    byte[] extra = value(cells, H, TAG);
    return new Content(
        list == null ? null : Bytes.toString(list),
        count == null ? null : Bytes.toLong(count),
        tagIn(cells),
        extra == null ? null : Bytes.toString(extra));
  }

  /** Returns what a user without the permission to read family f sees. */
  Content withoutF() {
    return new Content(null, null, tag, extra);
  }

  /** Returns some of its columns. */
  Content only(boolean withList, boolean withCount, boolean withTag) {
    return new Content(
        withList ? list : null, withCount ? count : null, withTag ? tag : null, null);
  }

  /** Returns {@code limit} cells after the first {@code offset}, in their order. */
  Content page(int offset, int limit) {
    int toList = list == null ? 0 : 1;
    int toCount = toList + (count == null ? 0 : 1);
    return only(
        isIn(toList, offset, limit),
        isIn(toCount, offset, limit),
        isIn(toCount + 1, offset, limit));
  }

  private static boolean isIn(int number, int offset, int limit) {
    return number > offset && number <= offset + limit;
  }

  /** Returns {@code limit} cells of each family after its first {@code offset}. */
  Content window(int offset, int limit) {
    Content ofF = only(true, true, false).page(offset, limit);
    return new Content(
        ofF.list(), ofF.count(), only(false, false, true).page(offset, limit).tag(), null);
  }

  /** Returns the tag of the transaction that wrote these cells, null if they contain none. */
  static @Nullable String tagIn(List<Cell> cells) {
    byte[] tag = value(cells, G, TAG);
    return tag == null ? null : Bytes.toString(tag);
  }

  private static byte @Nullable [] value(List<Cell> cells, byte[] family, byte[] qualifier) {
    for (Cell cell : cells) {
      if (cell.getType() == Cell.Type.Put && CellUtil.matchingColumn(cell, family, qualifier)) {
        return CellUtil.cloneValue(cell);
      }
    }
    return null;
  }

  @Override
  public String toString() {
    return "(list " + list + ", count " + count + ", tag " + tag + ", extra " + extra + ")";
  }
}
