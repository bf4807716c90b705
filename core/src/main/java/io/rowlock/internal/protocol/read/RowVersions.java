package io.rowlock.internal.protocol.read;

import io.rowlock.internal.store.RowRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.ObjLongConsumer;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The rows of a scan and their versions. Long scans keep this for each row until the commit, so it
 * is compact: the bytes of the key and twelve more. Rows are added in the order of the scan. Not
 * thread-safe.
 */
public final class RowVersions {

  private static final int BLOCK_ROWS = 512;

  private final boolean reversed;
  private final List<Block> blocks = new ArrayList<>();
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
    copy.blocks.addAll(blocks);
    copy.newest = newest;
    if (!blocks.isEmpty()) {
      copy.blocks.set(blocks.size() - 1, new Block(last())); // the others are full
    }
    return copy;
  }

  /** Adds a row, which must come after all others in the direction of the scan. */
  public void add(byte[] row, long version) {
    if (blocks.isEmpty()) {
      blocks.add(new Block());
    } else if (last().rows == BLOCK_ROWS) {
      last().trim();
      blocks.add(new Block());
    }
    last().add(row, version);
    newest = Math.max(newest, version);
  }

  private Block last() {
    return blocks.get(blocks.size() - 1);
  }

  /** Returns the version of a row, 0 if the scan did not meet it. */
  public long versionOf(byte[] row) {
    int begun = reached(blocks.size(), index -> blocks.get(index).compare(0, row));
    if (begun == 0) {
      return 0;
    }
    Block block = blocks.get(begun - 1);
    int last = reached(block.rows, index -> block.compare(index, row)) - 1;
    return block.compare(last, row) == 0 ? block.versions[last] : 0;
  }

  /**
   * Returns how many of the entries a scan meets before it has passed a row.
   *
   * @param order compares an entry with the row
   */
  private int reached(int entries, IntUnaryOperator order) {
    int low = 0;
    int high = entries;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int ascending = order.applyAsInt(middle);
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
    blocks.forEach(block -> block.forEach(action));
  }

  /** Calls the action for every row in the range. */
  void forEachIn(RowRange range, ObjLongConsumer<byte[]> action) {
    for (Block block : blocks) {
      if (mayMeet(block, range)) {
        block.forEach(
            (row, version) -> {
              if (range.contains(row)) {
                action.accept(row, version);
              }
            });
      }
    }
  }

  private boolean mayMeet(Block block, RowRange range) {
    int smallest = reversed ? block.rows - 1 : 0;
    int largest = reversed ? 0 : block.rows - 1;
    return block.compare(largest, range.first()) >= 0
        && (range.last().length == 0 || block.compare(smallest, range.last()) <= 0);
  }

  /** A block of consecutive rows. */
  private static final class Block {

    private static final int FIRST_ROWS = 4;
    private static final int FIRST_BYTES = 64;

    private byte[] keys;
    private int[] ends;
    private long[] versions;
    private int rows;

    Block() {
      keys = new byte[FIRST_BYTES];
      ends = new int[FIRST_ROWS];
      versions = new long[FIRST_ROWS];
    }

    Block(Block other) {
      keys = other.keys.clone();
      ends = other.ends.clone();
      versions = other.versions.clone();
      rows = other.rows;
    }

    void add(byte[] row, long version) {
      int start = start(rows);
      int end = start + row.length;
      if (end > keys.length) {
        keys = Arrays.copyOf(keys, Math.max(end, 2 * keys.length));
      }
      if (rows == ends.length) {
        ends = Arrays.copyOf(ends, 2 * rows);
        versions = Arrays.copyOf(versions, 2 * rows);
      }
      System.arraycopy(row, 0, keys, start, row.length);
      ends[rows] = end;
      versions[rows] = version;
      rows++;
    }

    void trim() {
      keys = Arrays.copyOf(keys, ends[rows - 1]);
    }

    private int start(int index) {
      return index == 0 ? 0 : ends[index - 1];
    }

    int compare(int index, byte[] row) {
      int start = start(index);
      return Bytes.compareTo(keys, start, ends[index] - start, row, 0, row.length);
    }

    void forEach(ObjLongConsumer<byte[]> action) {
      for (int i = 0; i < rows; i++) {
        action.accept(Arrays.copyOfRange(keys, start(i), ends[i]), versions[i]);
      }
    }
  }
}
