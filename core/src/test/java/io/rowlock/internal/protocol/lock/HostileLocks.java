package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Lead;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Draws lock cells that Rowlock would never have written: damaged ones, and malicious ones.
 * Integration tests outside this package use them, too.
 */
public final class HostileLocks {

  /** What is wrong with a lock. */
  public enum Kind {
    EMPTY,
    RANDOM_BYTES,
    TRUNCATED,
    BIT_FLIPPED,
    UNKNOWN_FORMAT,
    HUGE_COUNT,
    ABSURD_CELL_TIME,
    ABSURD_VERSION,
    ABSURD_COMMIT_TIMESTAMP,
    ABSURD_FENCE,
    ABSURD_EXPECTED_LOCK_TIME,
    PRIMARY_IN_UNKNOWN_TABLE,
    PRIMARY_IN_PLAIN_TABLE,
    PRIMARY_IN_DISABLED_TABLE,
    PRIMARY_ABSENT,
    PRIMARY_HEALTHY,
    PRIMARY_ITSELF,
    PRIMARY_NAMES_ANOTHER,
    CIRCLE,
    CHAIN,
    ID_OF_A_FINISHED_TRANSACTION,
    INTENT_FOR_THE_LOCK_FAMILY,
    INTENT_FOR_NO_FAMILY,
    ABANDONED_PRIMARY,
    COMMITTED_WITH_HEALTHY_ROWS,
    COMMITTED_WITH_ABSENT_ROWS,
    COMMITTED_IN_UNKNOWN_TABLE
  }

  /** A cell to write raw. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Hostile(Kind kind, RowKey row, byte[] bytes, long time) {}

  /**
   * The rows to which locks may point.
   *
   * @param healthy stable rows, as stored
   */
  public record Places(
      TableName hostile,
      TableName unknown,
      TableName plain,
      TableName disabled,
      List<StoredRow> healthy) {}

  private static final byte[] F = Bytes.toBytes("f");
  private static final int LONGEST_CHAIN = 20;
  private static final long DAY_MILLIS = 86_400_000;

  private final SplittableRandom random;
  private final Places places;
  private final long now;
  private final Supplier<byte[]> rows;

  /**
   * Creates a generator.
   *
   * @param rows returns the keys of unused rows
   */
  public HostileLocks(SplittableRandom random, Places places, long now, Supplier<byte[]> rows) {
    this.random = random;
    this.places = places;
    this.now = now;
    this.rows = rows;
  }

  /**
   * Returns whether a stable row is unchanged, except for fences at lock times that a clock may
   * reach soon.
   */
  public static boolean isUnharmed(StoredRow before, StoredRow now) {
    Stable old = (Stable) LockedRow.of(before).lock();
    Stable lock = (Stable) LockedRow.of(now).lock();
    long soon = System.currentTimeMillis() + 2 * DAY_MILLIS;
    return now.cells().equals(before.cells())
        && lock.equals(new Stable(old.version(), old.writer(), lock.fence(), old.trail()))
        && lock.fence() >= old.fence()
        && now.lockTime() >= before.lockTime()
        && now.lockTime() < soon;
  }

  /** Returns one lock, or all locks of a circle or a chain. */
  public List<Hostile> next(Kind kind) {
    return switch (kind) {
      case CIRCLE -> row(kind, true);
      case CHAIN -> row(kind, false);
      default -> {
        RowKey row = freshRow();
        long time = kind == Kind.ABSURD_CELL_TIME ? absurd() : someTime();
        yield List.of(new Hostile(kind, row, bytes(kind, row), time));
      }
    };
  }

  private byte[] bytes(Kind kind, RowKey row) {
    byte[] valid = RowLockCodec.encode(abandoned(row));
    return switch (kind) {
      case EMPTY -> new byte[0];
      case RANDOM_BYTES -> randomBytes();
      case TRUNCATED -> Arrays.copyOf(valid, random.nextInt(valid.length));
      case BIT_FLIPPED -> flipped(valid);
      case UNKNOWN_FORMAT -> withFirst(valid, (byte) random.nextInt(2, 256));
      case HUGE_COUNT -> hugeCount(valid);
      default -> RowLockCodec.encode(lock(kind, row));
    };
  }

  private RowLock lock(Kind kind, RowKey row) {
    return switch (kind) {
      case ABSURD_VERSION -> new Stable(absurd(), id(), 0, WriterTrail.EMPTY);
      case ABSURD_FENCE -> new Stable(someTime(), id(), absurd(), WriterTrail.EMPTY);
      case ABSURD_COMMIT_TIMESTAMP -> new Committed(id(), absurd(), List.of(), WriterTrail.EMPTY);
      case ABSURD_EXPECTED_LOCK_TIME ->
          secondary(new RowReference(healthy().key(), absurdOrDaysAhead()), F);
      case PRIMARY_IN_UNKNOWN_TABLE -> secondary(reference(places.unknown()), F);
      case PRIMARY_IN_PLAIN_TABLE -> secondary(reference(places.plain()), F);
      case PRIMARY_IN_DISABLED_TABLE -> secondary(reference(places.disabled()), F);
      case PRIMARY_ABSENT -> secondary(new RowReference(freshRow(), zeroOr(someTime())), F);
      case PRIMARY_HEALTHY -> secondary(healthyReference(), F);
      case PRIMARY_ITSELF -> secondary(new RowReference(row, someTime()), F);
      case PRIMARY_NAMES_ANOTHER -> abandoned(freshRow());
      case ID_OF_A_FINISHED_TRANSACTION -> finished();
      case INTENT_FOR_THE_LOCK_FAMILY -> secondary(healthyReference(), LockColumn.family());
      case INTENT_FOR_NO_FAMILY -> secondary(healthyReference(), new byte[0]);
      case COMMITTED_WITH_HEALTHY_ROWS -> committed(List.of(healthyReference()));
      case COMMITTED_WITH_ABSENT_ROWS -> committed(List.of(new RowReference(freshRow(), 0)));
      case COMMITTED_IN_UNKNOWN_TABLE -> committed(List.of(reference(places.unknown())));
      default -> abandoned(row);
    };
  }

  /** Each names the next one as its primary, at that lock's exact lock time. */
  private List<Hostile> row(Kind kind, boolean closed) {
    int length = random.nextInt(2, LONGEST_CHAIN + 1);
    List<RowKey> keys = new ArrayList<>();
    long time = someTime();
    for (int i = 0; i < length; i++) {
      keys.add(freshRow());
    }
    List<Hostile> locks = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      boolean last = i == length - 1;
      RowReference absent = new RowReference(freshRow(), 0);
      RowReference next = new RowReference(keys.get((i + 1) % length), time);
      RowLock lock = secondary(last && !closed ? absent : next, F);
      locks.add(new Hostile(kind, keys.get(i), RowLockCodec.encode(lock), time));
    }
    return locks;
  }

  private Prewritten secondary(RowReference primary, byte[] family) {
    return prewritten(id(), primary, family, null);
  }

  private Prewritten abandoned(RowKey primary) {
    Lead lead = new Lead(List.of(healthyReference()), 0);
    return prewritten(id(), new RowReference(primary, 0), F, lead);
  }

  /** Returns a lock as if the last writer of a healthy row had forgotten this row. */
  private Prewritten finished() {
    StoredRow healthy = healthy();
    TransactionId writer = LockedRow.of(healthy).lock().decidedPart().writer();
    RowReference primary = new RowReference(healthy.key(), healthy.lockTime() - 1);
    return prewritten(writer == null ? id() : writer, primary, F, null);
  }

  private Prewritten prewritten(
      TransactionId id, RowReference primary, byte[] family, @Nullable Lead lead) {
    Intent intent = Intent.builder().put(family, F, Bytes.toBytes("hostile")).build();
    long time = someTime();
    Stable base = new Stable(zeroOr(time), null, 0, WriterTrail.EMPTY);
    return new Prewritten(id, base, time + 2, intent, primary, random.nextLong(now), time, lead);
  }

  private Committed committed(List<RowReference> secondaries) {
    return new Committed(id(), now + random.nextLong(1_000), secondaries, WriterTrail.EMPTY);
  }

  private StoredRow healthy() {
    return places.healthy().get(random.nextInt(places.healthy().size()));
  }

  private RowReference healthyReference() {
    StoredRow row = healthy();
    long time =
        switch (random.nextInt(4)) {
          case 0 -> row.lockTime() - 1;
          case 1 -> row.lockTime() + random.nextLong(1, 10_000_000);
          default -> row.lockTime();
        };
    return new RowReference(row.key(), Math.max(0, time));
  }

  private RowReference reference(TableName table) {
    return new RowReference(new RowKey(table, rows.get()), zeroOr(someTime()));
  }

  private RowKey freshRow() {
    return new RowKey(places.hostile(), rows.get());
  }

  private TransactionId id() {
    return TransactionId.fresh(random::nextLong);
  }

  private long someTime() {
    return now - random.nextLong(1, 100_000);
  }

  private long zeroOr(long time) {
    return random.nextBoolean() ? 0 : time;
  }

  private long absurd() {
    return Long.MAX_VALUE
        - 1
        - (random.nextBoolean() ? random.nextInt(5) : random.nextLong() >>> 3);
  }

  private long absurdOrDaysAhead() {
    return random.nextBoolean() ? absurd() : now + 200_000_000L + (random.nextLong() >>> 10);
  }

  private byte[] randomBytes() {
    byte[] bytes = new byte[random.nextInt(1, 200)];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] flipped(byte[] valid) {
    int bit = random.nextInt(valid.length * Byte.SIZE);
    valid[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
    return valid;
  }

  private static byte[] withFirst(byte[] valid, byte format) {
    valid[0] = format;
    return valid;
  }

  /** Replaces a number in a lock by the largest possible one; the checksum is right. */
  private byte[] hugeCount(byte[] valid) {
    byte[] largest = {-1, -1, -1, -1, -1, -1, -1, -1, 0x7f};
    int at = random.nextInt(2, valid.length - Integer.BYTES);
    byte[] head = Bytes.add(Arrays.copyOf(valid, at), largest);
    byte[] body = Bytes.add(head, Arrays.copyOfRange(valid, at + 1, valid.length - Integer.BYTES));
    CRC32C checksum = new CRC32C();
    checksum.update(body);
    return Bytes.add(body, Bytes.toBytes((int) checksum.getValue()));
  }
}
