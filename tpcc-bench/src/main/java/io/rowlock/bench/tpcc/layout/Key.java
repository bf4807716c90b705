package io.rowlock.bench.tpcc.layout;

import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** The logical key of a row, from {@link Keys}; a layout maps it to a key of HBase. */
public final class Key implements Comparable<Key> {
  private final Relation relation;
  private final byte[] bytes;

  private Key(Relation relation, byte[] bytes) {
    this.relation = relation;
    this.bytes = bytes;
  }

  /** A key of numbers and texts, without the byte that marks a part. */
  static Key of(Relation relation, Object... parts) {
    ByteBuffer buffer =
        ByteBuffer.allocate(relation.widths().stream().mapToInt(Integer::intValue).sum());
    for (int i = 0; i < parts.length; i++) {
      put(buffer, parts[i], relation.widths().get(i));
    }
    if (relation.isPart()) {
      buffer.put((byte) relation.part());
    }
    if (buffer.hasRemaining()) {
      throw new IllegalArgumentException("Too few parts of a key of " + relation);
    }
    return new Key(relation, buffer.array());
  }

  /** Returns the bytes of the first parts: the start of all keys with these parts. */
  static byte[] prefix(Relation relation, Object... parts) {
    int length = relation.widths().stream().limit(parts.length).mapToInt(Integer::intValue).sum();
    ByteBuffer buffer = ByteBuffer.allocate(length);
    for (int i = 0; i < parts.length; i++) {
      put(buffer, parts[i], relation.widths().get(i));
    }
    return buffer.array();
  }

  /**
   * Parses a stored key of a table, named as by {@link Relation#table()}; throws {@link
   * BrokenRowException} when there is no such row.
   */
  public static Key parse(String table, byte[] bytes) {
    for (Relation relation : Relation.values()) {
      if (relation.table().equals(table) && relation.fits(bytes)) {
        return new Key(relation, bytes.clone());
      }
    }
    throw new BrokenRowException(
        "No row of " + table + " has the key " + Bytes.toStringBinary(bytes));
  }

  private static void put(ByteBuffer buffer, Object part, int width) {
    if (part instanceof String text) {
      byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
      if (encoded.length > width) {
        throw new IllegalArgumentException("'" + text + "' is longer than " + width + " bytes");
      }
      buffer.put(Arrays.copyOf(encoded, width));
    } else {
      long number = ((Number) part).longValue();
      if (number < 0 || (width < Long.BYTES && number >> (8 * width) != 0)) {
        throw new IllegalArgumentException(number + " does not fit into " + width + " bytes");
      }
      buffer.put(Bytes.toBytes(number), Long.BYTES - width, width);
    }
  }

  public Relation relation() {
    return relation;
  }

  public int warehouse() {
    return (int) part(0);
  }

  /** The district, in all relations but WAREHOUSE, STOCK and ITEM. */
  public int district() {
    return (int) part(1);
  }

  /** A number in the key, counted from 0. */
  public long part(int index) {
    byte[] number = new byte[Long.BYTES];
    int width = relation.widths().get(index);
    System.arraycopy(bytes, offset(index), number, Long.BYTES - width, width);
    return Bytes.toLong(number);
  }

  /** A text in the key. */
  public String textPart(int index) {
    return text(bytes, offset(index), relation.widths().get(index));
  }

  /** A text that zeros fill up. */
  static String text(byte[] bytes, int begin, int width) {
    int end = begin + width;
    while (end > begin && bytes[end - 1] == 0) {
      end--;
    }
    return new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
  }

  private int offset(int index) {
    return relation.widths().stream().limit(index).mapToInt(Integer::intValue).sum();
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  /** Orders by relation, and then as HBase does. */
  @Override
  public int compareTo(Key other) {
    int byRelation = relation.compareTo(other.relation);
    return byRelation != 0 ? byRelation : Bytes.compareTo(bytes, other.bytes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Key key && relation == key.relation && Arrays.equals(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * relation.hashCode() + Arrays.hashCode(bytes);
  }

  /** The text for users, such as {@code ORDER_LINE(1, 2, 3001, 4)}. */
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    int numbers = relation.widths().size() - (relation.isPart() ? 1 : 0);
    for (int i = 0; i < numbers; i++) {
      boolean isText = relation.widths().get(i) > Long.BYTES;
      parts.add(isText ? textPart(i) : Long.toString(part(i)));
    }
    return relation + "(" + String.join(", ", parts) + ")";
  }
}
