package io.rowlock.internal.store;

import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * How much one request to a region may write and check at once.
 *
 * <p>HBase refuses requests beyond {@code hbase.ipc.max.request.size} (256 MiB), warns of requests
 * with more than {@code hbase.rpc.rows.warning.threshold} rows (5,000), and can be configured to
 * refuse them ({@code hbase.rpc.rows.size.threshold.reject}). Long before these limits a request
 * blocks others: the endpoint locks all of its rows in one handler, and its cells form one entry of
 * the write-ahead log. HBase's own client cuts its batches at {@code
 * hbase.client.max.perrequest.rows} (2,048) and {@code hbase.client.max.perrequest.heapsize} (4
 * MiB), and this class does the same. A single row goes by itself whatever its size; another class
 * checks the limit of a cell ({@code hbase.server.keyvalue.maxsize}, 10 MiB).
 *
 * @param maxRows rows that are written or checked in one request
 * @param maxBytes approximate size of keys, conditions, locks and data
 */
public record RegionLimits(int maxRows, long maxBytes) {

  public static final RegionLimits DEFAULT = new RegionLimits(2_048, 4L << 20);

  /** The size of names, timestamps and frames for each row. */
  private static final long ROW_OVERHEAD = 100;

  public RegionLimits {
    if (maxRows < 1 || maxBytes < 1) {
      throw new IllegalArgumentException("must be positive: " + maxRows + ", " + maxBytes);
    }
  }

  /** Returns the lower of these limits and the given ones. */
  public RegionLimits atMost(int rows, long bytes) {
    return new RegionLimits(Math.min(maxRows, rows), Math.min(maxBytes, bytes));
  }

  /** Returns whether a request may contain the write. */
  public boolean allow(RegionWrite write) {
    return write.rowCount() <= maxRows && bytesOf(write) <= maxBytes;
  }

  /** Returns the room of an empty request. */
  public Room room() {
    return new Room();
  }

  /** Returns the approximate size of a write in a request. */
  public static long bytesOf(ConditionalWrite write) {
    return bytesOf(new LockCondition(write.key(), write.expected()))
        + write.replacement().bytes().length
        + bytesOf(write.data());
  }

  /** Returns the approximate size of writes in a request. */
  public static long bytesOf(RegionWrite write) {
    return sum(write.writes(), RegionLimits::bytesOf)
        + sum(write.conditions(), RegionLimits::bytesOf);
  }

  /** Returns the approximate size of a condition in a request. */
  public static long bytesOf(LockCondition condition) {
    StoredLock expected = condition.expected();
    return ROW_OVERHEAD
        + condition.key().row().length
        + (expected == null ? 0 : expected.bytes().length);
  }

  /** Returns the approximate size of mutations in a request. */
  public static long bytesOf(List<Mutation> mutations) {
    return sum(mutations, Mutation::heapSize);
  }

  private static <T> long sum(List<T> parts, ToLongFunction<T> size) {
    long bytes = 0;
    for (T part : parts) {
      bytes += size.applyAsLong(part);
    }
    return bytes;
  }

  /** The room that is left in one request. Not thread-safe. */
  public final class Room {

    private int rows;
    private long bytes;

    private Room() {}

    /** Returns true if not even a small row fits any more. */
    public boolean isFull() {
      return rows >= maxRows || bytes >= maxBytes;
    }

    /** Takes room for one more row if there is enough; the first row always fits. */
    public boolean take(long size) {
      return take(1, size);
    }

    /** Takes room for several rows if there is enough; the first ones always fit. */
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
