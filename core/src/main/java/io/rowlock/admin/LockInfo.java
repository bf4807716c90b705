package io.rowlock.admin;

import io.rowlock.Transaction;
import io.rowlock.internal.protocol.maintenance.LockView;
import io.rowlock.internal.store.RowKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The lock of one row as it was when it was looked at. It stands for exactly those bytes: what is
 * done to it is not done if the lock has changed meanwhile. Immutable and thread-safe.
 *
 * <p><b>How old is a lock?</b> There are three answers, none of which is the whole truth:
 *
 * <ul>
 *   <li>{@link #age}: the servers' time now less the lock time, which its writer's clock has set.
 *       Off by what the two clocks differ, and too small for a lock that was written above the lock
 *       time of an earlier one. The only one that looks back beyond the first look.
 *   <li>{@link #begun}: when the transaction began its first attempt, by its owner's clock alone.
 *   <li>{@link #seenUnchanged}: for how long these {@link LockTools} have seen this very lock, by
 *       their own clock. No other clock is involved, and it is what a lease is measured by; but it
 *       begins at zero.
 * </ul>
 */
public final class LockInfo {

  private static final int SHOWN_BYTES = 32;

  /** What a lock cell can hold. */
  public enum State {
    /** Nobody holds the row. */
    STABLE,
    /** A transaction holds the row that is undecided, or committed but not applied here yet. */
    PREWRITTEN,
    /** The primary of a committed transaction whose other rows may not have been applied yet. */
    COMMITTED,
    /** The cell does not hold a lock that this version of Rowlock can read. */
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

  /** The table. */
  public TableName table() {
    return view.key().table();
  }

  /** The row, a copy. */
  public byte[] row() {
    return view.key().row().clone();
  }

  /** What the cell holds. */
  public State state() {
    return switch (view.state()) {
      case STABLE -> State.STABLE;
      case PREWRITTEN -> State.PREWRITTEN;
      case COMMITTED -> State.COMMITTED;
      case CORRUPT -> State.CORRUPT;
    };
  }

  /** True unless nobody holds the row. */
  public boolean isUnsettled() {
    return view.state() != LockView.State.STABLE;
  }

  /**
   * The owner: the transaction that holds the row, or has committed it. Of a stable lock the last
   * writer, if one is known. As {@link Transaction#id} and in log lines.
   */
  public Optional<String> transaction() {
    return Optional.ofNullable(view.transaction()).map(Object::toString);
  }

  /** The table of the row that decides the transaction; empty when stable or corrupt. */
  public Optional<TableName> primaryTable() {
    return primary().map(RowKey::table);
  }

  /** The row that decides the transaction, a copy; empty when stable or corrupt. */
  public Optional<byte[]> primaryRow() {
    return primary().map(key -> key.row().clone());
  }

  private Optional<RowKey> primary() {
    return Optional.ofNullable(view.primary());
  }

  /** True when this row itself decides the transaction. */
  public boolean isPrimary() {
    return primary().filter(view.key()::equals).isPresent();
  }

  /** The timestamp of the lock cell, in milliseconds, as its writer has set it. */
  public long lockTime() {
    return view.stored().time();
  }

  /** At which the transaction commits or has committed; empty when stable or corrupt. */
  public Optional<Long> commitTimestamp() {
    return primary().map(present -> view.commitTimestamp());
  }

  /** The commit timestamp of the row's last writer, without the holder; 0 when there is none. */
  public long version() {
    return view.version();
  }

  /** The start of the transaction's first attempt, by its owner's clock; prewritten locks only. */
  public Optional<Instant> begun() {
    return view.began() == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(view.began()));
  }

  /** By the servers' clock and the owner's, never negative; empty when the former is unknown. */
  public Optional<Duration> age() {
    return age;
  }

  /** How long this very lock has been seen by this process, on its own clock; zero when stable. */
  public Duration seenUnchanged() {
    return seenUnchanged;
  }

  /** Why the cell cannot be read; empty when it can. */
  public Optional<String> problem() {
    return Optional.ofNullable(view.problem());
  }

  /** The first bytes of the cell's value, in hexadecimal digits. */
  public String hexPrefix() {
    byte[] bytes = view.stored().bytes();
    return Bytes.toHex(bytes, 0, Math.min(SHOWN_BYTES, bytes.length));
  }

  /** For log lines. */
  @Override
  public String toString() {
    return view.state()
        + " lock of "
        + view.key()
        + transaction().map(id -> " by " + id).orElse("");
  }
}
