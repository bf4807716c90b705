package io.rowlock.once;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.hash.Hashing;

/** The row of an id: when its work was committed, and with which result. */
final class OnceRow {

  static final byte[] FAMILY = Bytes.toBytes("o");
  static final byte[] TIME = Bytes.toBytes("t");
  private static final byte[] VALUE = Bytes.toBytes("v");

  private static final int PREFIX = 2;

  private OnceRow() {}

  /**
   * Returns a key that begins with a hash: ids that follow each other spread over all regions. Half
   * of a character has no UTF-8 of its own, so two ids could have the same.
   */
  static byte[] key(String id) {
    if (id.isEmpty()) {
      throw new IllegalArgumentException("The id of work that takes effect once is empty");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(id)) {
      throw new IllegalArgumentException(
          "The id of work that takes effect once contains half of a character (an unpaired"
              + " surrogate): do not cut ids");
    }
    byte[] text = id.getBytes(StandardCharsets.UTF_8);
    byte[] hash = Hashing.murmur3_128().hashBytes(text).asBytes();
    return Bytes.add(Arrays.copyOf(hash, PREFIX), text);
  }

  /** Returns a read that HBase refuses, instead of an empty answer, if the user may not read it. */
  static Get get(byte[] key) {
    return new Get(key).addFamily(FAMILY);
  }

  static Put put(byte[] key, Instant time, byte[] value) {
    return new Put(key)
        .addColumn(FAMILY, TIME, Bytes.toBytes(time.toEpochMilli()))
        .addColumn(FAMILY, VALUE, value);
  }

  static Instant time(Result row) {
    return Instant.ofEpochMilli(Bytes.toLong(row.getValue(FAMILY, TIME)));
  }

  static byte[] value(Result row) {
    return Objects.requireNonNull(row.getValue(FAMILY, VALUE), "value");
  }
}
