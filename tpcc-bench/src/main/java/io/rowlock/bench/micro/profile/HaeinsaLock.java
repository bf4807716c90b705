package io.rowlock.bench.micro.profile;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a row as it was read, in a family of its own: the whole cell value, or null, and the
 * timestamp of the last change, which only grows. A row without one is stable.
 */
@SuppressWarnings("ArrayRecordComponent") // compared by its own method
record HaeinsaLock(byte @Nullable [] bytes, State state, long timestamp) {
  static final byte[] FAMILY = "h".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] QUALIFIER = "lock".getBytes(StandardCharsets.US_ASCII);

  /** The states in their order; {@code ABORTED} replaces a commit. */
  enum State {
    STABLE('s'),
    PREWRITTEN('p'),
    COMMITTED('c'),
    ABORTED('a');

    private final byte code;

    State(char code) {
      this.code = (byte) code;
    }

    private static State of(byte code) {
      return Arrays.stream(values()).filter(state -> state.code == code).findFirst().orElseThrow();
    }
  }

  static Get addTo(Get get) {
    return get.addColumn(FAMILY, QUALIFIER);
  }

  static HaeinsaLock in(Result result) {
    byte[] bytes = result.getValue(FAMILY, QUALIFIER);
    return bytes == null
        ? new HaeinsaLock(null, State.STABLE, 0)
        : new HaeinsaLock(bytes, State.of(bytes[0]), Bytes.toLong(bytes, 1));
  }

  /** A row at rest. */
  static HaeinsaLock stable(long timestamp) {
    return of(State.STABLE, timestamp, List.of());
  }

  /**
   * A row under a transaction, with what others would need to finish or undo it: the key of the
   * primary, or those of all secondaries, and the columns written.
   */
  static HaeinsaLock held(State state, long timestamp, List<byte[]> others, @Nullable Put put) {
    List<byte[]> parts = new ArrayList<>(others);
    if (put != null) {
      put.getFamilyCellMap().values().stream()
          .flatMap(List::stream)
          .forEach(cell -> parts.add(column(cell)));
    }
    return of(state, timestamp, parts);
  }

  boolean isStable() {
    return state == State.STABLE;
  }

  boolean isSameAs(HaeinsaLock other) {
    return Arrays.equals(bytes, other.bytes);
  }

  /** The condition that the row still has this lock. */
  CheckAndMutate.Builder onThis(byte[] row) {
    CheckAndMutate.Builder builder = CheckAndMutate.newBuilder(row);
    return bytes == null
        ? builder.ifNotExists(FAMILY, QUALIFIER)
        : builder.ifEquals(FAMILY, QUALIFIER, bytes);
  }

  Put writeTo(Put put) {
    return put.addColumn(FAMILY, QUALIFIER, timestamp, Objects.requireNonNull(bytes));
  }

  private static HaeinsaLock of(State state, long timestamp, List<byte[]> parts) {
    byte[] bytes = Bytes.add(new byte[] {state.code}, Bytes.toBytes(timestamp));
    for (byte[] part : parts) {
      bytes = Bytes.add(bytes, Bytes.toBytes(part.length), part);
    }
    return new HaeinsaLock(bytes, state, timestamp);
  }

  private static byte[] column(Cell cell) {
    return Bytes.add(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
  }
}
