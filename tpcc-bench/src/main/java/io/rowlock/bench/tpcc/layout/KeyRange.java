package io.rowlock.bench.tpcc.layout;

import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;

/** Consecutive keys of one relation's table and one warehouse. */
public final class KeyRange {
  private final Relation relation;
  private final byte[] start;
  private final byte[] stop;

  private KeyRange(Relation relation, byte[] start, byte[] stop) {
    this.relation = relation;
    this.start = start;
    this.stop = stop;
  }

  /** All rows of a warehouse, with their parts. */
  public static KeyRange of(Relation relation, int w) {
    return withPrefix(relation, Key.prefix(relation, w));
  }

  /** All rows of a district, with their parts. */
  public static KeyRange of(Relation relation, int w, int d) {
    return withPrefix(relation, Key.prefix(relation, w, d));
  }

  public static KeyRange customersNamed(int w, int d, String last) {
    return withPrefix(Relation.CUSTOMER_NAME, Key.prefix(Relation.CUSTOMER_NAME, w, d, last));
  }

  public static KeyRange ordersOf(int w, int d, int c) {
    return withPrefix(Relation.ORDER_CUSTOMER, Key.prefix(Relation.ORDER_CUSTOMER, w, d, c));
  }

  public static KeyRange linesOf(int w, int d, long o) {
    return withPrefix(Relation.ORDER_LINE, Key.prefix(Relation.ORDER_LINE, w, d, o));
  }

  /** The rows of orders from one, included, to another, excluded. */
  public static KeyRange linesOf(int w, int d, long from, long to) {
    return new KeyRange(
        Relation.ORDER_LINE,
        Key.prefix(Relation.ORDER_LINE, w, d, from),
        Key.prefix(Relation.ORDER_LINE, w, d, to));
  }

  /** Rows of STOCK or ITEM, from one item, included, to another, excluded. */
  public static KeyRange goods(Relation relation, int w, long from, long to) {
    return new KeyRange(relation, Key.prefix(relation, w, from), Key.prefix(relation, w, to));
  }

  private static KeyRange withPrefix(Relation relation, byte[] prefix) {
    return new KeyRange(relation, prefix, after(prefix));
  }

  /**
   * The first key behind all that begin with the prefix; a warehouse is never the last there is.
   */
  static byte[] after(byte[] prefix) {
    byte[] next = prefix.clone();
    int last = next.length - 1;
    while (next[last] == (byte) 0xFF) {
      last--;
    }
    next[last]++;
    return Arrays.copyOf(next, last + 1);
  }

  public Relation relation() {
    return relation;
  }

  /** Included. */
  public byte[] start() {
    return start.clone();
  }

  /** Excluded. */
  public byte[] stop() {
    return stop.clone();
  }

  @Override
  public String toString() {
    return relation + "[" + Bytes.toStringBinary(start) + ", " + Bytes.toStringBinary(stop) + ")";
  }
}
