package io.rowlock.test;

import io.rowlock.internal.store.RowKey;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The faults that a test has ordered and that have not happened. Thread-safe. */
final class OrderedFaults {

  /** What happens to the request that commits a transaction. */
  enum Fate {
    /** It takes effect; its answer is lost. */
    ANSWER_LOST,
    /** It never arrives. */
    REQUEST_LOST,
    /** The client ends before. */
    DEATH
  }

  private final Queue<Fate> fates = new ArrayDeque<>(); // guarded by this, as the others are
  private final Set<RowKey> read = new LinkedHashSet<>();
  private int conflicts;

  /** Orders that one more commit loses to another client. */
  synchronized void conflict() {
    conflicts++;
  }

  /** Orders the fate of one more commit. */
  synchronized void fate(Fate fate) {
    fates.add(fate);
  }

  synchronized void clear() {
    fates.clear();
    read.clear();
    conflicts = 0;
  }

  /** Notes a row on which a commit can lose. */
  synchronized void noteRead(RowKey row) {
    if (conflicts > 0) {
      read.add(row);
    }
  }

  /**
   * Returns the rows that another client is to write now; none without an order.
   *
   * @param written the first row that the commit writes
   */
  synchronized Set<RowKey> contended(RowKey written) {
    if (conflicts == 0) {
      return Set.of();
    }
    conflicts--;
    Set<RowKey> rows = new LinkedHashSet<>(read);
    rows.add(written);
    read.clear();
    return rows;
  }

  /** Returns the fate of the commit that is sent now; null without an order. */
  synchronized @Nullable Fate nextFate() {
    return fates.poll();
  }
}
