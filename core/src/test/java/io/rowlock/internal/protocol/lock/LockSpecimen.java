package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Lead;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.RowKey;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** A lock as commits write it, for benchmarks of the codec. */
public final class LockSpecimen {

  private static final TableName TABLE = TableName.valueOf("accounts");
  private static final long NOW = 1_700_000_000_000L;
  private static final int COLUMNS = 3;
  private static final int VALUE_BYTES = 100;

  private final RowKey row = key(0);
  private final RowLock lock;
  private final byte[] bytes;

  private LockSpecimen(RowLock lock) {
    this.lock = lock;
    this.bytes = RowLockCodec.encode(lock);
  }

  /** Returns the lock of a stable row. */
  public static LockSpecimen stable() {
    return new LockSpecimen(base(new SplittableRandom(1)));
  }

  /** Returns the lock of a secondary. */
  public static LockSpecimen secondary() {
    return prewritten(null);
  }

  /** Returns the lock of a primary with so many other rows. */
  public static LockSpecimen primary(int secondaries) {
    List<RowReference> others =
        IntStream.rangeClosed(1, secondaries)
            .mapToObj(number -> new RowReference(key(number), NOW - number))
            .toList();
    return prewritten(new Lead(others, 0));
  }

  public byte[] encode() {
    return RowLockCodec.encode(lock);
  }

  public Object decode() {
    return RowLockCodec.decode(row, bytes);
  }

  private static LockSpecimen prewritten(@Nullable Lead lead) {
    SplittableRandom random = new SplittableRandom(1);
    Intent.Builder intent = Intent.builder();
    for (int column = 0; column < COLUMNS; column++) {
      byte[] value = new byte[VALUE_BYTES];
      random.nextBytes(value);
      intent.put(Bytes.toBytes("d"), Bytes.toBytes("column" + column), value);
    }
    RowReference primary = new RowReference(key(lead == null ? 1 : 0), NOW - 1);
    TransactionId id = TransactionId.fresh(random::nextLong);
    return new LockSpecimen(
        new Prewritten(id, base(random), NOW, intent.build(), primary, NOW, NOW, lead));
  }

  private static Stable base(SplittableRandom random) {
    return Stable.UNBORN
        .writtenBy(TransactionId.fresh(random::nextLong), NOW - 2_000)
        .writtenBy(TransactionId.fresh(random::nextLong), NOW - 1_000);
  }

  private static RowKey key(int number) {
    return new RowKey(TABLE, Bytes.toBytes(String.format("account-%08d", number)));
  }
}
