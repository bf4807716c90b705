package io.rowlock.bench.tpcc.layout;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Cells of one row: all, the requested ones, or the ones to change. Rows with equal bytes are
 * equal.
 */
public final class Row {
  private final NavigableMap<byte[], byte[]> cells = new TreeMap<>(Bytes.BYTES_COMPARATOR);

  public Row set(Column column, long value) {
    return switch (column.type()) {
      case INT -> set(column.qualifier(), Bytes.toBytes(Math.toIntExact(value)));
      case LONG -> set(column.qualifier(), Bytes.toBytes(value));
      case TEXT -> throw new IllegalArgumentException(column + " is text");
    };
  }

  public Row set(Column column, String value) {
    if (column.type() != Column.Type.TEXT) {
      throw new IllegalArgumentException(column + " is a number");
    }
    return set(column.qualifier(), value.getBytes(StandardCharsets.UTF_8));
  }

  /** A cell of an index, whose qualifier is no column. */
  public Row set(byte[] qualifier, byte[] value) {
    cells.put(qualifier, value);
    return this;
  }

  /** Adds the cells of another row. */
  public Row setAll(Row other) {
    cells.putAll(other.cells);
    return this;
  }

  public boolean has(Column column) {
    return cells.containsKey(column.qualifier());
  }

  public long number(Column column) {
    byte[] value = bytes(column);
    return switch (column.type()) {
      case INT -> Bytes.toInt(value, 0, requireLength(column, value, Integer.BYTES));
      case LONG -> Bytes.toLong(value, 0, requireLength(column, value, Long.BYTES));
      case TEXT -> throw new IllegalArgumentException(column + " is text");
    };
  }

  /** As {@link #number}, for counts. */
  public int count(Column column) {
    return Math.toIntExact(number(column));
  }

  public String text(Column column) {
    return new String(bytes(column), StandardCharsets.UTF_8);
  }

  /** The cells by qualifier, in HBase's order. */
  public NavigableMap<byte[], byte[]> cells() {
    return cells;
  }

  private byte[] bytes(Column column) {
    byte[] value = cells.get(column.qualifier());
    if (value == null) {
      throw new BrokenRowException(column + " is null");
    }
    return value;
  }

  private static int requireLength(Column column, byte[] value, int length) {
    if (value.length != length) {
      throw new BrokenRowException(column + " has " + value.length + " bytes, not " + length);
    }
    return length;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Row row
        && Arrays.equals(qualifiers(), row.qualifiers(), Bytes.BYTES_COMPARATOR)
        && Arrays.equals(values(), row.values(), Bytes.BYTES_COMPARATOR);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.deepHashCode(qualifiers()) + Arrays.deepHashCode(values());
  }

  private byte[][] qualifiers() {
    return cells.keySet().toArray(byte[][]::new);
  }

  private byte[][] values() {
    return cells.values().toArray(byte[][]::new);
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(", ", "{", "}");
    for (Map.Entry<byte[], byte[]> cell : cells.entrySet()) {
      text.add(Bytes.toStringBinary(cell.getKey()) + "=" + Bytes.toStringBinary(cell.getValue()));
    }
    return text.toString();
  }

  /** A row, perhaps partial, and its key. */
  public record KeyedRow(Key key, Row row) {}

  /** A row is invalid: a cell is missing or has the wrong size. */
  public static final class BrokenRowException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BrokenRowException(String message) {
      super(message);
    }
  }
}
