package io.rowlock.internal.store;

import java.util.List;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * How much one request to a region may write and check at once.
 *
 * <p>HBase refuses requests beyond {@code hbase.ipc.max.request.size} (256 MiB), warns of those of
 * more than {@code hbase.rpc.rows.warning.threshold} rows (5,000), and may be told to refuse them
 * ({@code hbase.rpc.rows.size.threshold.reject}). Long before that a request blocks: the endpoint
 * locks all of its rows in one handler, and its cells make one entry of the write-ahead log.
 * HBase's own client cuts its batches at {@code hbase.client.max.perrequest.rows} (2,048) and
 * {@code hbase.client.max.perrequest.heapsize} (4 MiB), and so is it done here. A single row goes
 * by itself whatever its size: what a cell may take ({@code hbase.server.keyvalue.maxsize}, 10 MiB)
 * is looked at elsewhere.
 *
 * @param maxRows written and checked together
 * @param maxBytes of keys, conditions, locks and data, about
 */
public record RegionLimits(int maxRows, long maxBytes) {

  public static final RegionLimits DEFAULT = new RegionLimits(2_048, 4L << 20);

  /** What names, timestamps and frames take for each row. */
  private static final long ROW_OVERHEAD = 100;

  public RegionLimits {
    if (maxRows < 1 || maxBytes < 1) {
      throw new IllegalArgumentException("must be positive: " + maxRows + ", " + maxBytes);
    }
  }

  /** These, or others where they are less. */
  public RegionLimits atMost(int rows, long bytes) {
    return new RegionLimits(Math.min(maxRows, rows), Math.min(maxBytes, bytes));
  }

  /** A request that is still empty. */
  public Room room() {
    return new Room();
  }

  /** About what a write takes in a request. */
  public static long bytesOf(ConditionalWrite write) {
    return bytesOf(new LockCondition(write.key(), write.expected()))
        + write.replacement().bytes().length
        + bytesOf(write.data());
  }

  /** About what writes to a region take in a request. */
  public static long bytesOf(RegionWrite write) {
    return write.writes().stream().mapToLong(RegionLimits::bytesOf).sum()
        + write.conditions().stream().mapToLong(RegionLimits::bytesOf).sum();
  }

  /** About what a condition takes in a request. */
  public static long bytesOf(LockCondition condition) {
    StoredLock expected = condition.expected();
    return ROW_OVERHEAD
        + condition.key().row().length
        + (expected == null ? 0 : expected.bytes().length);
  }

  /** About what mutations take in a request. */
  public static long bytesOf(List<Mutation> mutations) {
    return mutations.stream().mapToLong(Mutation::heapSize).sum();
  }

  /** What is left of one request. Not thread-safe. */
  public final class Room {

    private int rows;
    private long bytes;

    private Room() {}

    /** True if not even a small row fits any more. */
    public boolean isFull() {
      return rows >= maxRows || bytes >= maxBytes;
    }

    /** Takes room for one more row if there is some; the first one always finds some. */
    public boolean take(long size) {
      return take(1, size);
    }

    /** Takes room for rows of that size together if there is some; the first ones always fit. */
    public boolean take(int count, long size) {
      boolean fits = rows == 0 || (rows + count <= maxRows && bytes + size <= maxBytes);
      if (fits) {
        rows += count;
        bytes += size;
      }
      return fits;
    }
  }
}
