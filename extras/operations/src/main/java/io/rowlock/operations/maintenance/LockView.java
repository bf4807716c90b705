package io.rowlock.operations.maintenance;

import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Lead;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.RowLockCodec;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a lock cell, for display.
 *
 * @param lock the decoded lock, null if it cannot be decoded
 * @param problem why the cell cannot be decoded, null if it can
 */
public record LockView(
    RowKey key, StoredLock stored, @Nullable RowLock lock, @Nullable String problem) {

  /** The possible states of a lock cell. */
  public enum State {
    /** No transaction holds the row. */
    STABLE,
    /** A transaction that is undecided, or committed but not applied here, holds the row. */
    PREWRITTEN,
    /**
     * The row is the primary of a committed transaction whose other rows may not have been applied.
     */
    COMMITTED,
    /** The cell does not contain a lock that this version can decode. */
    CORRUPT
  }

  static LockView of(RowKey key, StoredLock stored) {
    try {
      RowLock lock = LockedRow.of(new StoredRow(key, List.of(), stored)).lock();
      return new LockView(key, stored, lock, null);
    } catch (ProtocolFailure corrupt) {
      return new LockView(key, stored, null, corrupt.why());
    }
  }

  public State state() {
    if (lock == null) {
      return State.CORRUPT;
    }
    if (lock instanceof Prewritten) {
      return State.PREWRITTEN;
    }
    return lock instanceof Committed ? State.COMMITTED : State.STABLE;
  }

  /** Returns the transaction that holds or has committed the row, or wrote it last; or null. */
  public @Nullable TransactionId transaction() {
    if (lock instanceof Prewritten held) {
      return held.id();
    }
    if (lock instanceof Committed done) {
      return done.id();
    }
    return lock instanceof Stable free ? free.writer() : null;
  }

  /** Returns the row that decides, null unless the lock is prewritten or committed. */
  public @Nullable RowKey primary() {
    if (lock instanceof Prewritten held && !held.isPrimary()) {
      return held.primary().key();
    }
    return lock instanceof Prewritten || lock instanceof Committed ? key : null;
  }

  /** Returns that of a prewritten or committed lock, else 0. */
  public long commitTimestamp() {
    if (lock instanceof Prewritten held) {
      return held.commitTimestamp();
    }
    return lock instanceof Committed done ? done.commitTimestamp() : 0;
  }

  /** Returns the row's version, whatever becomes of the lock; 0 if the cell cannot be decoded. */
  public long version() {
    return lock == null ? 0 : lock.decidedPart().version();
  }

  /**
   * Returns the start of the transaction's first attempt by its owner's clock, 0 unless prewritten.
   */
  public long began() {
    return lock instanceof Prewritten held ? held.age() : 0;
  }

  /** Returns whether the lock holds the row for a transaction that has not run yet. */
  public boolean isHold() {
    return lock instanceof Prewritten held && held.intent().isEmpty();
  }

  /** Returns whether the lock shows that the transaction has committed a write to the row. */
  public boolean isTraceOf(TransactionId id) {
    return lock != null && lock.hasTraceOf(id);
  }

  /**
   * Returns whether the lock names a row of the table, as the one that decides its transaction or
   * as one that the transaction has yet to write. A lock of another version may name any.
   */
  public boolean names(TableName table) {
    if (lock == null) {
      return RowLockCodec.isOfOtherVersion(stored.bytes());
    }
    RowKey primary = primary();
    return (primary != null && primary.table().equals(table))
        || secondaries().stream().anyMatch(other -> other.key().table().equals(table));
  }

  private List<RowReference> secondaries() {
    if (lock instanceof Prewritten held) {
      Lead lead = held.lead();
      return lead == null ? List.of() : lead.secondaries();
    }
    return lock instanceof Committed done ? done.secondaries() : List.of();
  }

  /**
   * Returns whether a transaction may have written a value with this timestamp to the row; false
   * proves that another program has written it.
   */
  public boolean mayHaveWritten(long timestamp) {
    return lock == null || lock.decidedPart().mayHaveWritten(timestamp);
  }

  /**
   * Returns the rows that have a lock at or above that lock time, unless another program has
   * deleted it: those that had one before the transaction, and all secondaries of a committed
   * primary.
   */
  public List<RowReference> namedLocks() {
    if (lock instanceof Committed) {
      return secondaries().stream().map(LockView::written).toList();
    }
    List<RowReference> named = secondaries();
    if (lock instanceof Prewritten held && !held.isPrimary()) {
      named = List.of(held.primary());
    }
    return named.stream().filter(row -> row.lockTime() > 0).toList();
  }

  private static RowReference written(RowReference before) {
    return new RowReference(before.key(), before.lockTime() + 1);
  }

  /** Returns whether the transaction holds the row, undecided or committed elsewhere. */
  public boolean isHeldBy(TransactionId id) {
    return lock != null && lock.isHeldBy(id);
  }
}
