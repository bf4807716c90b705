package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.HostileLocks.Hostile;
import io.rowlock.internal.protocol.lock.HostileLocks.Places;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Lead;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredRow;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Draws locks that look right, one or two at a time: copies of transactions, remains of a lost
 * table or family, and locks with a right checksum and impossible contents.
 */
public final class ForgedLocks {

  private enum Kind {
    TIME_ZERO,
    TIME_TOO_HIGH,
    BYTES_LEFT_OVER,
    LONG_FAMILY,
    LONG_ROW,
    EMPTY_ROW,
    OTHER_FORMAT,
    UNKNOWN_STATE,
    UNKNOWN_COLUMN_OPERATION,
    ONE_BYTE_ELSE,
    COMMIT_BELOW_BASE,
    NOTHING_TO_WRITE,
    MANY_COLUMNS,
    EMPTIED_FAMILY,
    PRIMARY_IS_A_SECONDARY,
    PRIMARY_OF_LONG_AGO,
    COMMITTED_AND_HELD,
    COMMITTED_WITHOUT_FAMILY,
    COMMITTED_NAMESAKE,
    COMMITTED_DAYS_AHEAD,
    COMMITTED_IN_PLAIN_TABLE,
    COMMITTED_BELOW_ANOTHER,
    HELD_OVER_UNROLLED
  }

  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] GONE = Bytes.toBytes("gone");
  private static final byte[] VALUE = Bytes.toBytes("forged");
  private static final int LONGEST_ROW = 40_000;
  private static final int MANY = 30;

  private final SplittableRandom random;
  private final Places places;
  private final long now;
  private final Supplier<byte[]> rows;

  /**
   * Creates a generator.
   *
   * @param rows returns the keys of unused rows
   */
  public ForgedLocks(SplittableRandom random, Places places, long now, Supplier<byte[]> rows) {
    this.random = random;
    this.places = places;
    this.now = now;
    this.rows = rows;
  }

  /** Returns some locks that belong together. */
  public List<Hostile> next() {
    Kind[] kinds = Kind.values();
    RowKey row = freshRow();
    long time = now - random.nextLong(1_000, 100_000);
    return switch (kinds[random.nextInt(kinds.length)]) {
      case TIME_ZERO -> List.of(hostile(row, stable(), 0));
      case TIME_TOO_HIGH -> List.of(with(row, 1, 9, HighTimes.draw(random)));
      case BYTES_LEFT_OVER -> List.of(sealed(row, Bytes.add(body(row), new byte[1]), time));
      case LONG_FAMILY -> List.of(hostile(row, held(healthy(), put(new byte[200])), time));
      case LONG_ROW -> List.of(hostile(row, held(unknown(new byte[LONGEST_ROW]), put(F)), time));
      case EMPTY_ROW -> List.of(hostile(row, committed(id(), now, unknown(new byte[0])), time));
      case OTHER_FORMAT -> List.of(with(row, 0, random.nextInt(2, 100), time));
      case UNKNOWN_STATE -> List.of(with(row, 1, random.nextInt(4, 100), time));
      case UNKNOWN_COLUMN_OPERATION -> List.of(with(row, columnOperation(row), 7, time));
      case ONE_BYTE_ELSE -> List.of(oneByteElse(row, time));
      case COMMIT_BELOW_BASE -> List.of(hostile(row, primary(id(), time, 1, row), time));
      case NOTHING_TO_WRITE -> List.of(hostile(row, held(unknown(F), Intent.EMPTY), time));
      case MANY_COLUMNS -> List.of(hostile(row, held(unknown(F), many()), time));
      case EMPTIED_FAMILY -> List.of(hostile(row, held(unknown(F), emptied()), time));
      case PRIMARY_IS_A_SECONDARY -> primaryIsSecondary(row, time);
      case PRIMARY_OF_LONG_AGO -> primaryOfLongAgo(row, time);
      case COMMITTED_AND_HELD -> committedAndHeld(row, time, put(F));
      case COMMITTED_WITHOUT_FAMILY -> committedAndHeld(row, time, twoFamilies());
      case COMMITTED_NAMESAKE -> namesake(row, time);
      case COMMITTED_DAYS_AHEAD -> daysAhead(row, time);
      case COMMITTED_IN_PLAIN_TABLE -> inPlainTable(row, time);
      case COMMITTED_BELOW_ANOTHER -> belowAnother(row, time);
      case HELD_OVER_UNROLLED -> overUnrolled(row, time);
    };
  }

  private List<Hostile> primaryIsSecondary(RowKey row, long time) {
    TransactionId id = id();
    RowKey other = freshRow();
    return List.of(
        hostile(row, held(id, new RowReference(other, time), put(F), time), time),
        hostile(other, held(id, healthy(), put(F), time), time));
  }

  /** Its primary has a lock that a vacuum may have removed before it was expected absent. */
  private List<Hostile> primaryOfLongAgo(RowKey row, long time) {
    RowKey primary = freshRow();
    long longAgo = time - Duration.ofHours(random.nextInt(1, 100)).toMillis();
    Stable old = new Stable(longAgo, id(), 0, WriterTrail.EMPTY);
    return List.of(
        hostile(row, held(id(), new RowReference(primary, 0), put(F), time), time),
        hostile(primary, old, longAgo));
  }

  /** The locks just after the commit point. */
  private List<Hostile> committedAndHeld(RowKey row, long time, Intent intent) {
    TransactionId id = id();
    RowKey primary = freshRow();
    return List.of(
        hostile(primary, committed(id, time + 2, new RowReference(row, 0)), time),
        hostile(row, held(id, new RowReference(primary, 0), intent, time), time));
  }

  /** A row of the same transaction waits for another primary. */
  private List<Hostile> namesake(RowKey row, long time) {
    TransactionId id = id();
    RowKey listed = freshRow();
    RowReference reference = new RowReference(listed, 0);
    return List.of(
        hostile(row, committed(id, time + 2, reference), time),
        hostile(listed, held(id, new RowReference(freshRow(), 0), put(F), time), time));
  }

  private List<Hostile> daysAhead(RowKey row, long time) {
    long commit = now + Duration.ofDays(random.nextInt(1, 4_000)).toMillis();
    return List.of(hostile(row, committed(id(), commit, new RowReference(freshRow(), 0)), time));
  }

  private List<Hostile> inPlainTable(RowKey row, long time) {
    RowReference plain = new RowReference(new RowKey(places.plain(), rows.get()), 0);
    RowReference absent = new RowReference(freshRow(), 0);
    return List.of(hostile(row, committed(id(), time + 2, plain, absent), time));
  }

  /** One of its rows is in a table without locks, another one is held forever. */
  private List<Hostile> belowAnother(RowKey row, long time) {
    RowKey blocked = freshRow();
    RowReference plain = new RowReference(new RowKey(places.plain(), rows.get()), 0);
    RowLock committed = committed(id(), time + 2, plain, new RowReference(blocked, 0));
    return List.of(hostile(row, committed, time), hostile(blocked, held(unknown(F), put(F)), time));
  }

  /** Its primary still has the intent of another, committed transaction. */
  private List<Hostile> overUnrolled(RowKey row, long time) {
    RowKey primary = freshRow();
    RowKey deciding = freshRow();
    TransactionId other = id();
    long expected = time + random.nextInt(3) - 1;
    return List.of(
        hostile(row, held(id(), new RowReference(primary, expected), put(F), time), time),
        hostile(primary, held(other, new RowReference(deciding, 0), put(F), time), time),
        hostile(deciding, committed(other, time + 2, new RowReference(primary, 0)), time));
  }

  /** Returns the position of the byte with the operation on the only column. */
  private int columnOperation(RowKey row) {
    byte[] bytes = RowLockCodec.encode(plainPrimary(row));
    return org.apache.hbase.thirdparty.com.google.common.primitives.Bytes.indexOf(bytes, VALUE) - 2;
  }

  private Hostile oneByteElse(RowKey row, long time) {
    int length = RowLockCodec.encode(plainPrimary(row)).length - Integer.BYTES;
    int value = new int[] {0, 1, 2, 127, 255, random.nextInt(256)}[random.nextInt(6)];
    return with(row, 1 + random.nextInt(length - 1), value, time);
  }

  /** Returns a lock with another byte at one position, and a right checksum. */
  private Hostile with(RowKey row, int place, int value, long time) {
    byte[] body = body(row);
    body[place] = (byte) value;
    return sealed(row, body, time);
  }

  private byte[] body(RowKey row) {
    byte[] bytes = RowLockCodec.encode(plainPrimary(row));
    return Arrays.copyOf(bytes, bytes.length - Integer.BYTES);
  }

  private static Hostile sealed(RowKey row, byte[] body, long time) {
    CRC32C checksum = new CRC32C();
    checksum.update(body);
    byte[] all = Bytes.add(body, Bytes.toBytes((int) checksum.getValue()));
    return new Hostile(HostileLocks.Kind.RANDOM_BYTES, row, all, time);
  }

  private Prewritten plainPrimary(RowKey row) {
    return primary(new TransactionId(1, 1), now - 1, now - 1, row);
  }

  private Prewritten primary(
      TransactionId id, long time, long commitAbove, RowKey row, RowReference... others) {
    Lead lead = new Lead(List.of(others), 0);
    Stable base = new Stable(commitAbove == time ? 0 : time, null, 0, WriterTrail.EMPTY);
    RowReference own = new RowReference(row, 0);
    return new Prewritten(id, base, commitAbove + 2, put(F), own, time, time, lead);
  }

  private Prewritten held(RowReference primary, Intent intent) {
    return held(id(), primary, intent, now - 1_000);
  }

  private static Prewritten held(TransactionId id, RowReference primary, Intent intent, long time) {
    return new Prewritten(id, Stable.UNBORN, time + 2, intent, primary, time, time, null);
  }

  private Stable stable() {
    return new Stable(now, id(), 0, WriterTrail.EMPTY);
  }

  private static Committed committed(TransactionId id, long commit, RowReference... secondaries) {
    return new Committed(id, commit, List.of(secondaries), WriterTrail.EMPTY);
  }

  private static Intent put(byte[] family) {
    return Intent.builder().put(family, F, VALUE).build();
  }

  private static Intent twoFamilies() {
    return Intent.builder().put(F, F, VALUE).put(GONE, F, VALUE).build();
  }

  private static Intent emptied() {
    return Intent.builder().deleteFamily(F).deleteColumn(F, VALUE).build();
  }

  private static Intent many() {
    Intent.Builder intent = Intent.builder();
    for (int i = 0; i < MANY; i++) {
      intent.put(F, Bytes.toBytes(i), VALUE);
    }
    return intent.build();
  }

  private RowReference healthy() {
    StoredRow row = places.healthy().get(random.nextInt(places.healthy().size()));
    return new RowReference(row.key(), row.lockTime());
  }

  private RowReference unknown(byte[] row) {
    return new RowReference(new RowKey(places.unknown(), row), 0);
  }

  private RowKey freshRow() {
    TableName table = places.hostile();
    return new RowKey(table, rows.get());
  }

  private TransactionId id() {
    return TransactionId.fresh(random::nextLong);
  }

  private static Hostile hostile(RowKey row, RowLock lock, long time) {
    return new Hostile(HostileLocks.Kind.RANDOM_BYTES, row, RowLockCodec.encode(lock), time);
  }
}
