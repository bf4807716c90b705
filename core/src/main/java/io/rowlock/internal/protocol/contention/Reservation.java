package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.protocol.commit.Hold;
import io.rowlock.internal.protocol.longread.Snapshot;
import io.rowlock.internal.store.RowKey;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction has reserved before its code runs: its turn in this process's queues for rows,
 * a turn with a hold on the rows, or a snapshot of what it will read. It does not affect safety,
 * but the caller must release it.
 */
public sealed class Reservation implements Hold permits RowTurn, RowHold, Reservation.OfSnapshot {

  /**
   * Reserves nothing. The caller reports the first conflict to the user, so the commit avoids
   * conflicts as far as possible.
   */
  public static final Reservation NONE = new Reservation();

  /** Reserves nothing, and gives way to transactions in the queue: the next attempt has a turn. */
  public static final Reservation YIELDING = new Reservation();

  Reservation() {}

  /** Notes that the transaction has read something that is not in its snapshot. */
  public void leaveSnapshot() {}

  /** Returns the snapshot from which the transaction reads, null for none. */
  public @Nullable Snapshot snapshot() {
    return null;
  }

  /** Returns whether the hold covers the row, as far as this client knows. */
  public boolean holds(RowKey row) {
    return false;
  }

  /** Releases everything in the background. Further calls do nothing. */
  public void release() {}

  /** A reservation of what a long reader will read. */
  static final class OfSnapshot extends Reservation {

    private final Snapshot snapshot;

    OfSnapshot(Snapshot snapshot) {
      this.snapshot = snapshot;
    }

    @Override
    public void leaveSnapshot() {
      snapshot.leave();
    }

    @Override
    public Snapshot snapshot() {
      return snapshot;
    }

    @Override
    public void release() {
      snapshot.close();
    }
  }
}
