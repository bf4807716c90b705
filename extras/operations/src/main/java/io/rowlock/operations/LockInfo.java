package io.rowlock.operations;

import io.rowlock.Transaction;
import io.rowlock.internal.store.RowKey;
import io.rowlock.operations.maintenance.LockView;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The lock of one row at the time of a read. It represents exactly those bytes: an operation on it
 * does nothing if the lock has changed meanwhile. Immutable and thread-safe.
 *
 * <p><b>The age of a lock</b> has three measures, each with a limitation:
 *
 * <ul>
 *   <li>{@link #age}: the servers' time now minus the lock time, which comes from the clock of the
 *       lock's writer. It is wrong by the difference of the two clocks, and too small for a lock
 *       that was written above the lock time of an earlier one. It is the only measure that covers
 *       the time before the first look. In the first minute after a table was enabled, lock times
 *       are ahead of the clock: the age is then the servers' time minus {@link #begun}.
 *   <li>{@link #begun}: the start of the transaction's first attempt, by its owner's clock alone.
 *   <li>{@link #seenUnchanged}: how long these {@link LockTools} have seen this very lock, by their
 *       own clock. No other clock is involved, and leases are measured by it; but it begins at
 *       zero.
 * </ul>
 */
public final class LockInfo {

  private static final int SHOWN_BYTES = 32;

  /** The possible states of a lock cell. */
  public enum State {
    /** No transaction holds the row. */
    STABLE,
    /** A transaction holds the row: it is undecided, or committed but not applied here yet. */
    PREWRITTEN,
    /**
     * The row is the primary of a committed transaction whose other rows may not have been applied
     * yet.
     */
    COMMITTED,
    /** The cell does not contain a lock that this version of Rowlock can read. */
    CORRUPT
  }

  private final LockView view;
  private final Optional<Duration> age;
  private final Duration seenUnchanged;

  LockInfo(LockView view, Optional<Duration> age, Duration seenUnchanged) {
    this.view = view;
    this.age = age;
    this.seenUnchanged = seenUnchanged;
  }

  LockView view() {
    return view;
  }

  /** Returns the table. */
  public TableName table() {
    return view.key().table();
  }

  /** Returns a copy of the row's key. */
  public byte[] row() {
    return view.key().row().clone();
  }

  /** Returns the state of the cell. */
  public State state() {
    return switch (view.state()) {
      case STABLE -> State.STABLE;
      case PREWRITTEN -> State.PREWRITTEN;
      case COMMITTED -> State.COMMITTED;
      case CORRUPT -> State.CORRUPT;
    };
  }

  /** Returns whether a transaction holds the row. */
  public boolean isUnsettled() {
    return view.state() != LockView.State.STABLE;
  }

  /**
   * Returns whether the lock is a hold: a transaction that keeps losing has locked the row before
   * its code runs, or has taken such a lock over from another one of its process; or a long reader
   * stops writers. A hold has an identity of its own, which no log contains, and writes nothing.
   */
  public boolean isHold() {
    return view.isHold();
  }

  /**
   * Returns the owner: the transaction that holds the row, or has committed it. For a stable lock
   * it is the last writer, if known. The identity is that of {@link
   * io.rowlock.RowlockException#commitId}, which may differ from {@link Transaction#id}.
   */
  public Optional<String> transaction() {
    return Optional.ofNullable(view.transaction()).map(Object::toString);
  }

  /** Returns the table of the row that decides the transaction; empty if stable or corrupt. */
  public Optional<TableName> primaryTable() {
    return primary().map(RowKey::table);
  }

  /**
   * Returns a copy of the key of the row that decides the transaction; empty if stable or corrupt.
   */
  public Optional<byte[]> primaryRow() {
    return primary().map(key -> key.row().clone());
  }

  private Optional<RowKey> primary() {
    return Optional.ofNullable(view.primary());
  }

  /** Returns whether this row itself decides the transaction. */
  public boolean isPrimary() {
    return primary().filter(view.key()::equals).isPresent();
  }

  /** Returns the timestamp of the lock cell, in milliseconds, by its writer's clock. */
  public long lockTime() {
    return view.stored().time();
  }

  /**
   * Returns the timestamp at which the transaction commits or has committed; empty if stable or
   * corrupt.
   */
  public Optional<Long> commitTimestamp() {
    return primary().map(present -> view.commitTimestamp());
  }

  /**
   * Returns the commit timestamp of the row's last writer, without the holder; 0 if there is none.
   */
  public long version() {
    return view.version();
  }

  /**
   * Returns the start of the transaction's first attempt, by its owner's clock; prewritten locks
   * only.
   */
  public Optional<Instant> begun() {
    return view.began() == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(view.began()));
  }

  /**
   * Returns the age by the servers' clock and the owner's, never negative; empty if the servers'
   * time is unknown, or if the lock time is ahead of it and {@link #begun} is unknown.
   */
  public Optional<Duration> age() {
    return age;
  }

  /**
   * Returns the age of a lock; empty if nothing shows it yet.
   *
   * @param now the servers' time
   * @param lockTime above the floor, and thus up to a minute ahead after a table was enabled
   * @param began the start of the transaction; 0 if it is unknown
   */
  static Optional<Duration> ageAt(long now, long lockTime, long began) {
    if (lockTime > now && began == 0) {
      return Optional.empty();
    }
    return Optional.of(Duration.ofMillis(Math.max(0, now - (lockTime > now ? began : lockTime))));
  }

  /** Returns how long this process has seen this very lock, on its own clock; zero if stable. */
  public Duration seenUnchanged() {
    return seenUnchanged;
  }

  /** Returns why the cell cannot be read; empty if it can. */
  public Optional<String> problem() {
    return Optional.ofNullable(view.problem());
  }

  /** Returns the first bytes of the cell's value, in hexadecimal digits. */
  public String hexPrefix() {
    byte[] bytes = view.stored().bytes();
    return Bytes.toHex(bytes, 0, Math.min(SHOWN_BYTES, bytes.length));
  }

  /** Returns a description for log lines. */
  @Override
  public String toString() {
    return "%s lock of %s%s"
        .formatted(view.state(), view.key(), transaction().map(id -> " by " + id).orElse(""));
  }
}
