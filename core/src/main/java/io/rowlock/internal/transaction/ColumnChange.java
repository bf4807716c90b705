package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The change of one column: a function from the committed value to the new one, where null is "no
 * such cell". Changes of one column combine into one.
 *
 * <p>Immutable; arrays are shared and must not be changed.
 */
sealed interface ColumnChange {

  /** Returns the new value, given the committed one. */
  byte @Nullable [] applyTo(byte @Nullable [] committed, Column column);

  /** Returns whether the new value depends on the committed one. */
  default boolean needsCommitted() {
    return true;
  }

  /** Returns this change and then the other one, as one change. */
  default ColumnChange then(ColumnChange next, Column column) {
    return next.needsCommitted() ? new Sequence(this, next) : next;
  }

  /** The column gets this value, or is deleted if it is null. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Replacement(byte @Nullable [] value) implements ColumnChange {

    /** The column is deleted. */
    static final Replacement DELETED = new Replacement(null);

    @Override
    public byte @Nullable [] applyTo(byte @Nullable [] committed, Column column) {
      return value;
    }

    @Override
    public boolean needsCommitted() {
      return false;
    }

    @Override
    public ColumnChange then(ColumnChange next, Column column) {
      return new Replacement(next.applyTo(value, column));
    }
  }

  /** An increment; an absent cell counts as 0. Overflow wraps around, as in HBase. */
  record Addition(long amount) implements ColumnChange {

    @Override
    public byte[] applyTo(byte @Nullable [] committed, Column column) {
      return Bytes.toBytes(committed == null ? amount : toLong(committed, column) + amount);
    }

    private static long toLong(byte[] committed, Column column) {
      if (committed.length != Long.BYTES) {
        String message = "Not a long but %d bytes wide, so it cannot be incremented: %s";
        throw ProtocolFailure.illegal(column.row(), message.formatted(committed.length, column));
      }
      return Bytes.toLong(committed);
    }

    @Override
    public ColumnChange then(ColumnChange next, Column column) {
      return next instanceof Addition other
          ? new Addition(amount + other.amount)
          : ColumnChange.super.then(next, column);
    }
  }

  /** An append; an absent cell counts as empty. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Suffix(byte[] bytes) implements ColumnChange {

    @Override
    public byte[] applyTo(byte @Nullable [] committed, Column column) {
      return committed == null ? bytes : Bytes.add(committed, bytes);
    }

    @Override
    public ColumnChange then(ColumnChange next, Column column) {
      return next instanceof Suffix other
          ? new Suffix(Bytes.add(bytes, other.bytes))
          : ColumnChange.super.then(next, column);
    }
  }

  /** Two changes that do not combine into one: an increment after an append, or the reverse. */
  record Sequence(ColumnChange first, ColumnChange second) implements ColumnChange {

    @Override
    public byte @Nullable [] applyTo(byte @Nullable [] committed, Column column) {
      return second.applyTo(first.applyTo(committed, column), column);
    }
  }
}
