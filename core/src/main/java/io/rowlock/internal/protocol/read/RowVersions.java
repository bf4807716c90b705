package io.rowlock.internal.protocol.read;

import io.rowlock.internal.store.RowRange;
import java.util.Arrays;
import java.util.function.ObjLongConsumer;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The rows of a scan and their versions. Long scans keep this for each row until the commit, so it
 * is compact: the key's own array, and twelve bytes more, or twice as many while it grows. Rows are
 * added in the order of the scan. Not thread-safe.
 */
public final class RowVersions {

  private final boolean reversed;
  private byte[][] keys = new byte[4][];
  private long[] versions = new long[4];
  private int rows;
  private long newest;

  /**
   * Creates an empty collection.
   *
   * @param reversed whether rows will be added from the last one to the first
   */
  public RowVersions(boolean reversed) {
    this.reversed = reversed;
  }

  /** Returns a copy. A row that is added to either of the two later is not in the other. */
  RowVersions copy() {
    RowVersions copy = new RowVersions(reversed);
    copy.keys = Arrays.copyOf(keys, rows);
    copy.versions = Arrays.copyOf(versions, rows);
    copy.rows = rows;
    copy.newest = newest;
    return copy;
  }

  /**
   * Adds a row, which must come after all others in the direction of the scan.
   *
   * @param row not changed any more
   */
  public void add(byte[] row, long version) {
    if (rows == keys.length) {
      keys = Arrays.copyOf(keys, 2 * rows + 1);
      versions = Arrays.copyOf(versions, 2 * rows + 1);
    }
    keys[rows] = row;
    versions[rows] = version;
    rows++;
    newest = Math.max(newest, version);
  }

  /** Returns the version of a row, 0 if the scan did not meet it. */
  public long versionOf(byte[] row) {
    int last = reached(row) - 1;
    return last >= 0 && Bytes.equals(keys[last], row) ? versions[last] : 0;
  }

  /** Returns how many rows the scan has met before it has passed this one. */
  private int reached(byte[] row) {
    int low = 0;
    int high = rows;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int ascending = Bytes.compareTo(keys[middle], row);
      if (reversed ? ascending >= 0 : ascending <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the highest of all versions, 0 if there is none. */
  long newest() {
    return newest;
  }

  /** Calls the action for every row, in the order of the scan. */
  public void forEach(ObjLongConsumer<byte[]> action) {
    for (int i = 0; i < rows; i++) {
      action.accept(keys[i], versions[i]);
    }
  }

  /** Calls the action for every row in the range. */
  void forEachIn(RowRange range, ObjLongConsumer<byte[]> action) {
    int first = reached(range.first());
    int last = range.last().length > 0 ? reached(range.last()) : reversed ? 0 : rows;
    for (int i = Math.max(0, Math.min(first, last) - 1); i < Math.max(first, last); i++) {
      if (range.contains(keys[i])) {
        action.accept(keys[i], versions[i]);
      }
    }
  }
}
