package io.rowlock.internal.protocol.lock;

import java.util.Arrays;
import java.util.zip.CRC32C;
import org.apache.hadoop.hbase.util.Bytes;

/** Appends the parts of a lock to a growing array. Not thread-safe. */
final class LockBytesWriter {

  private byte[] bytes = new byte[256];
  private int size;

  void writeByte(int value) {
    ensure(1);
    bytes[size++] = (byte) value;
  }

  void writeFlag(boolean value) {
    writeByte(value ? 1 : 0);
  }

  void writeLong(long value) {
    ensure(Long.BYTES);
    size = Bytes.putLong(bytes, size, value);
  }

  /** Appends a number as unsigned LEB128; refuses negative numbers, which no field may contain. */
  void writeNumber(long value) {
    if (value < 0) {
      throw new IllegalArgumentException("negative: " + value);
    }
    long rest = value;
    while (rest > 0x7f) {
      writeByte((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    writeByte((int) rest);
  }

  void writeBytes(byte[] value) {
    writeNumber(value.length);
    ensure(value.length);
    System.arraycopy(value, 0, bytes, size, value.length);
    size += value.length;
  }

  byte[] finishWithChecksum() {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, size);
    ensure(Integer.BYTES);
    size = Bytes.putInt(bytes, size, (int) checksum.getValue());
    return Arrays.copyOf(bytes, size);
  }

  private void ensure(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
