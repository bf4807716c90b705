package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.RowKey;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.apache.hbase.thirdparty.com.google.common.collect.Multimaps;

/**
 * Rows that one transaction holds, not empty. One judgement serves all of them, because what it
 * uses of their locks is the same in all ({@link Holder}); what it writes to a row is conditional
 * on the bytes of that row. All of them were read before the judgement begins ({@link Judgements}).
 */
public record HeldRows(List<LockedRow> rows) {

  /** What a judgement uses of a lock, besides its row. */
  record Holder(
      TransactionId id, RowReference primary, long commitTimestamp, long planned, long age) {

    static Holder of(LockedRow row) {
      Prewritten lock = lockOf(row);
      return new Holder(
          lock.id(), lock.primary(), lock.commitTimestamp(), lock.planned(), lock.age());
    }
  }

  /** Returns a row by itself. */
  static HeldRows of(LockedRow row) {
    return new HeldRows(List.of(row));
  }

  /**
   * Returns rows that one transaction holds.
   *
   * @param rows one part that {@link #byHolder} returns
   */
  public static HeldRows of(List<LockedRow> rows) {
    List<LockedRow> secondaries = rows.stream().filter(row -> !lockOf(row).isPrimary()).toList();
    return new HeldRows(secondaries.isEmpty() ? rows : secondaries);
  }

  /**
   * Parts PREWRITTEN rows by the transactions that hold them, in their order.
   *
   * @param row returns the row of an item
   */
  public static <T> Collection<List<T>> byHolder(List<T> items, Function<T, LockedRow> row) {
    return Multimaps.asMap(Multimaps.index(items, item -> Holder.of(row.apply(item)))).values();
  }

  /** Groups what concerns rows by their tables, in the order given. */
  public static <T> Collection<List<T>> byTable(Collection<T> items, Function<T, RowKey> row) {
    return Multimaps.asMap(Multimaps.index(items, item -> row.apply(item).table())).values();
  }

  private static Prewritten lockOf(LockedRow row) {
    return (Prewritten) row.lock();
  }

  /** Returns the row that stands for all of them. */
  LockedRow first() {
    return rows.get(0);
  }

  /** Returns the lock of the first row, which agrees with the others about the transaction. */
  Prewritten lock() {
    return lockOf(first());
  }
}
