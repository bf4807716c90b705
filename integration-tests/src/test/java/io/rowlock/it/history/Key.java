package io.rowlock.it.history;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;

/**
 * One list or register, in its own row.
 *
 * @param generation of rows; new ones replace old ones: see {@link Keys}
 */
record Key(TableName table, Bucket bucket, long generation, int slot) {

  /** Adjacent rows of a table. */
  enum Bucket {
    HOT_LISTS("0"),
    COLD_LISTS("1"),
    HOT_REGISTERS("2"),
    COLD_REGISTERS("3");

    private final String prefix;

    Bucket(String prefix) {
      this.prefix = prefix;
    }

    static Bucket of(String prefix) {
      return Arrays.stream(values()).filter(b -> b.prefix.equals(prefix)).findFirst().orElseThrow();
    }

    boolean isHot() {
      return this == HOT_LISTS || this == HOT_REGISTERS;
    }

    boolean holdsLists() {
      return this == HOT_LISTS || this == COLD_LISTS;
    }
  }

  boolean isList() {
    return bucket.holdsLists();
  }

  byte[] row() {
    return Bytes.toBytes(String.format(Locale.ROOT, "%s-%06d-%d", bucket.prefix, generation, slot));
  }

  /** The name in histories. */
  String name() {
    return table + "/" + Bytes.toString(row());
  }

  /** Returns the key of a row. */
  static Key of(TableName table, byte[] row) {
    List<String> parts = Splitter.on('-').splitToList(Bytes.toString(row));
    return new Key(
        table,
        Bucket.of(parts.get(0)),
        Long.parseLong(parts.get(1)),
        Integer.parseInt(parts.get(2)));
  }

  /** Returns the key with this name in histories. */
  static Key of(String name) {
    List<String> parts = Splitter.on('/').splitToList(name);
    return of(TableName.valueOf(parts.get(0)), Bytes.toBytes(parts.get(1)));
  }
}
