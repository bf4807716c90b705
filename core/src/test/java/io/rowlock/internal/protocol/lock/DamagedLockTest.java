package io.rowlock.internal.protocol.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.store.RowKey;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Bytes that are no lock are refused, whatever they are, and at little cost. */
class DamagedLockTest {

  private static final RowKey ROW = ProtocolFixture.key("row");
  private static final int CHECKSUM = Integer.BYTES;
  private static final int RUNS = 10_000;
  private static final long MUCH_MEMORY = 2_000_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final SplittableRandom random = new SplittableRandom(42);

  @Test
  void unknownFormatIsRefusedWithTableRowAndBytes() {
    byte[] newer = GoldenLocks.bytesOf("stable");
    newer[0] = 2;

    assertThatThrownBy(() -> RowLockCodec.decode(ROW, newer))
        .isInstanceOf(ProtocolFailure.class)
        .hasMessageContaining("row 'row' of table 'table'")
        .hasMessageContaining("format 2 is unknown, this version of Rowlock reads format 1")
        .hasMessageContaining(newer.length + " bytes, 0x" + Bytes.toHex(newer, 0, 16) + "...")
        .extracting(failure -> ((ProtocolFailure) failure).row())
        .isEqualTo(ROW);
  }

  /** The format is checked before the checksum: another format may have another checksum. */
  @Test
  void unknownFormatIsNotTakenForDamage() {
    assertThatThrownBy(() -> RowLockCodec.decode(ROW, new byte[] {9, 0, 0, 0, 0}))
        .hasMessageContaining("format 9 is unknown")
        .hasMessageContaining("it holds 5 bytes, 0x0900000000. ");
  }

  @Test
  void everyTruncationIsRefused() {
    goldenFiles()
        .forEach(
            (name, golden) -> {
              for (int length = 0; length < golden.length; length++) {
                assertCorrupt(Arrays.copyOf(golden, length));
              }
            });
  }

  /** The checksum is right, so the missing bytes must be detected by the fields. */
  @Test
  void everyTruncationWithCorrectChecksumIsRefused() {
    goldenFiles()
        .forEach(
            (name, golden) -> {
              for (int length = 0; length < golden.length - CHECKSUM; length++) {
                assertCorrupt(withChecksum(Arrays.copyOf(golden, length)));
              }
            });
  }

  @Test
  void everyFlippedBitIsNoticed() {
    goldenFiles()
        .forEach(
            (name, golden) -> {
              for (int bit = 0; bit < golden.length * Byte.SIZE; bit++) {
                byte[] damaged = golden.clone();
                damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                assertCorrupt(damaged);
              }
            });
  }

  @Test
  void bytesLeftOverAreRefused() {
    byte[] golden = GoldenLocks.bytesOf("stable");
    byte[] longer = Arrays.copyOf(golden, golden.length - CHECKSUM + 1);
    longer[longer.length - 1] = 0;

    assertThatThrownBy(() -> RowLockCodec.decode(ROW, withChecksum(longer)))
        .hasMessageContaining("1 bytes are left over");
  }

  @Test
  void randomBytesAreRefused() {
    for (int i = 0; i < RUNS; i++) {
      assertCorrupt(randomBytes());
    }
  }

  /** They may be a lock by chance, but must otherwise be reported as corrupt. */
  @Test
  void randomBytesWithCorrectChecksumDoNoHarm() {
    for (int i = 0; i < RUNS; i++) {
      byte[] bytes = randomBytes();
      if (bytes.length > 1) {
        bytes[0] = RowLockCodec.FORMAT;
        bytes[1] = (byte) (bytes[1] & 3);
      }
      assertLockOrCorrupt(withChecksum(bytes));
    }
  }

  @Test
  void changedLocksWithCorrectChecksumDoNoHarm() {
    for (byte[] golden : goldenFiles().values()) {
      for (int i = 0; i < RUNS / 10; i++) {
        byte[] bytes = Arrays.copyOf(golden, golden.length - CHECKSUM);
        for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
          bytes[random.nextInt(1, bytes.length)] = (byte) random.nextInt();
        }
        assertLockOrCorrupt(withChecksum(bytes));
      }
    }
  }

  /** Every byte in turn becomes the start of the largest number: of bytes, entries or columns. */
  @Test
  void hugeLengthsCostNoMemory() {
    byte[] largest = {-1, -1, -1, -1, -1, -1, -1, -1, 0x7f};
    goldenFiles()
        .forEach(
            (name, golden) -> {
              for (int at = 2; at < golden.length - CHECKSUM; at++) {
                byte[] head = Arrays.copyOf(golden, at);
                byte[] tail = Arrays.copyOfRange(golden, at + 1, golden.length - CHECKSUM);
                assertLockOrCorrupt(withChecksum(Bytes.add(head, largest, tail)));
              }
            });
  }

  private static void assertCorrupt(byte[] bytes) {
    assertThat(decode(bytes)).isNull();
  }

  private static void assertLockOrCorrupt(byte[] bytes) {
    RowLock lock = decode(bytes);
    if (lock != null) {
      assertThat(LockText.of(RowLockCodec.decode(ROW, RowLockCodec.encode(lock))))
          .isEqualTo(LockText.of(lock));
    }
  }

  /** Returns null for refused bytes; every other failure, and every huge array, fails the test. */
  private static @Nullable RowLock decode(byte[] bytes) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      return RowLockCodec.decode(ROW, bytes);
    } catch (ProtocolFailure e) {
      assertThat(e.kind()).isEqualTo(Kind.CORRUPT_LOCK);
      return null;
    } finally {
      long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
      assertThat(allocated).as("memory for 0x%s", Bytes.toHex(bytes)).isLessThan(MUCH_MEMORY);
    }
  }

  private static SortedMap<String, byte[]> goldenFiles() {
    SortedMap<String, byte[]> files = new TreeMap<>();
    GoldenLocks.all().keySet().forEach(name -> files.put(name, GoldenLocks.bytesOf(name)));
    return files;
  }

  private byte[] randomBytes() {
    byte[] bytes = new byte[random.nextInt(200)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] withChecksum(byte[] bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    return Bytes.add(bytes, Bytes.toBytes((int) checksum.getValue()));
  }
}
