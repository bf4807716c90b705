package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Lead;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.WriterTrail.Entry;
import io.rowlock.internal.store.RowKey;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * Draws locks with every field anywhere in its range, with small numbers and the largest more
 * often.
 */
final class RandomLocks {

  private static final List<TableName> TABLES =
      List.of(
          TableName.valueOf("t"),
          TableName.valueOf("ns:table"),
          TableName.valueOf("a_name.with-all_kinds"));

  private final SplittableRandom random;

  RandomLocks(SplittableRandom random) {
    this.random = random;
  }

  RowLock next() {
    return switch (random.nextInt(3)) {
      case 0 -> stable(number());
      case 1 -> prewritten();
      default -> new Committed(id(), number(), many(this::reference), trail());
    };
  }

  private Prewritten prewritten() {
    long commitTimestamp = Math.max(2, number());
    Stable base = stable(random.nextLong(commitTimestamp - 1));
    Lead lead = random.nextBoolean() ? new Lead(many(this::reference), number()) : null;
    return new Prewritten(
        id(), base, commitTimestamp, intent(), reference(), number(), number(), lead);
  }

  private Stable stable(long version) {
    return new Stable(version, writer(), number(), trail());
  }

  private WriterTrail trail() {
    return new WriterTrail(many(() -> new Entry(number(), writer())));
  }

  private Intent intent() {
    Intent.Builder intent = Intent.builder();
    for (int i = random.nextInt(8); i > 0; i--) {
      byte[] family = bytes(1, 3);
      switch (random.nextInt(4)) {
        case 0 -> intent.deleteFamily(family);
        case 1 -> intent.deleteColumn(family, bytes(0, 3));
        default -> intent.put(family, bytes(0, 300), bytes(0, 300));
      }
    }
    return intent.build();
  }

  private RowReference reference() {
    TableName table = TABLES.get(random.nextInt(TABLES.size()));
    return new RowReference(new RowKey(table, bytes(1, 40)), number());
  }

  private @Nullable TransactionId writer() {
    return random.nextBoolean() ? id() : null;
  }

  private TransactionId id() {
    return TransactionId.fresh(random::nextLong);
  }

  /** Draws a number that is never negative, of any length. */
  private long number() {
    return switch (random.nextInt(8)) {
      case 0 -> Long.MAX_VALUE;
      case 1 -> 0;
      default -> random.nextLong() >>> random.nextInt(1, Long.SIZE);
    };
  }

  private byte[] bytes(int shortest, int longest) {
    byte[] bytes = new byte[random.nextInt(shortest, longest + 1)];
    random.nextBytes(bytes);
    return bytes;
  }

  private <T> List<T> many(Supplier<T> one) {
    return Stream.generate(one).limit(random.nextInt(4)).toList();
  }
}
