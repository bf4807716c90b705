package io.rowlock.internal.protocol.lock;

import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.util.Bytes;

/** The identity of one attempt to commit: 128 random bits, never used twice (protocol, I4). */
public record TransactionId(long high, long low) implements Comparable<TransactionId> {

  public static TransactionId fresh(LongSupplier random) {
    return new TransactionId(random.getAsLong(), random.getAsLong());
  }

  /**
   * Parses what {@link #toString} returns.
   *
   * @throws IllegalArgumentException if it is anything else
   */
  public static TransactionId parse(String text) {
    if (!text.matches("[0-9a-f]{32}")) {
      throw new IllegalArgumentException(
          "The id of a transaction has 32 hexadecimal digits, not '" + text + "'");
    }
    return new TransactionId(
        Long.parseUnsignedLong(text, 0, 16, 16), Long.parseUnsignedLong(text, 16, 32, 16));
  }

  @Override
  public int compareTo(TransactionId other) {
    int byHigh = Long.compareUnsigned(high, other.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
  }

  /** 32 hexadecimal digits. */
  @Override
  public String toString() {
    return Bytes.toHex(Bytes.add(Bytes.toBytes(high), Bytes.toBytes(low)));
  }
}
