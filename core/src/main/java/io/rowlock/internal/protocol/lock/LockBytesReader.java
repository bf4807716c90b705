package io.rowlock.internal.protocol.lock;

import static io.rowlock.internal.protocol.lock.MalformedLockException.require;

import java.util.Arrays;
import java.util.zip.CRC32C;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Parses the bytes of a lock without trusting them: every length is compared with the remaining
 * bytes before memory is allocated.
 */
final class LockBytesReader {

  private static final int CHECKSUM = Integer.BYTES;

  private final byte[] bytes;
  private final int end;
  private int position;

  LockBytesReader(byte[] bytes) {
    this.bytes = bytes;
    this.end = Math.max(0, bytes.length - CHECKSUM);
  }

  void verifyChecksum() {
    require(hasChecksum(bytes), "its checksum is wrong");
  }

  /** Returns whether the last bytes are the checksum of the others, whatever those mean. */
  static boolean hasChecksum(byte[] bytes) {
    if (bytes.length <= CHECKSUM) {
      return false;
    }
    int end = bytes.length - CHECKSUM;
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, end);
    return Bytes.toInt(bytes, end) == (int) checksum.getValue();
  }

  void verifyEnd() {
    if (position != end) {
      throw new MalformedLockException((end - position) + " bytes are left over");
    }
  }

  int readByte() {
    need(1);
    return bytes[position++] & 0xff;
  }

  boolean readFlag() {
    int flag = readByte();
    if (flag > 1) {
      throw new MalformedLockException("flag " + flag + " is neither 0 nor 1");
    }
    return flag == 1;
  }

  /**
   * Skips the mark of a primary. Rowlock 0.1.0 marks a transaction by 1 that is committed as soon
   * as all of its rows are locked: only that version can settle it.
   */
  LockBytesReader afterMark() {
    int mark = readByte();
    if (mark != 0) {
      throw MalformedLockException.ofOtherVersion(
          "mark " + mark + " is unknown (1: of Rowlock 0.1.0; use its command resolve)");
    }
    return this;
  }

  long readLong() {
    need(Long.BYTES);
    long value = Bytes.toLong(bytes, position);
    position += Long.BYTES;
    return value;
  }

  long readNumber() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = readByte();
      value |= (long) (next & 0x7f) << shift;
      if ((next & 0x80) == 0) {
        require(value >= 0, "a number is negative");
        return value;
      }
    }
    throw new MalformedLockException("a number does not end");
  }

  /** Returns a number of elements that follow, each of at least one byte. */
  int readCount() {
    long count = readNumber();
    need(count);
    return (int) count;
  }

  byte[] readBytes() {
    int length = readCount();
    byte[] value = Arrays.copyOfRange(bytes, position, position + length);
    position += length;
    return value;
  }

  private void need(long count) {
    require(count <= end - position, "it ends too early");
  }
}
