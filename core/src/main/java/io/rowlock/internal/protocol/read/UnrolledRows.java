package io.rowlock.internal.protocol.read;

import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.protocol.lock.TransactionId;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Held rows whose transaction is known to have committed, although nobody has rolled them forward:
 * its owner is gone, and this client may only read, or the server refuses the write. Remembers the
 * latest ones. Thread-safe.
 */
final class UnrolledRows {

  /** As many as one transaction may have by default. */
  private static final int MOST = 10_000;

  private final Set<Unrolled> known = new LinkedHashSet<>();

  /** One lock of one row. */
  record Unrolled(RowReference row, TransactionId owner) {

    static Unrolled of(LockedRow row, Prewritten lock) {
      return new Unrolled(new RowReference(row.key(), row.lockTime()), lock.id());
    }
  }

  synchronized void add(Unrolled row) {
    known.remove(row);
    known.add(row);
    if (known.size() > MOST) {
      known.remove(known.iterator().next());
    }
  }

  /** Returns what is known now, and does not change later. */
  synchronized Set<Unrolled> now() {
    return Set.copyOf(known);
  }
}
