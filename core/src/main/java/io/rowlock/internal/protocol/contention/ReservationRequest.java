package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.store.RowKey;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The rows that a transaction reserves before it runs again after a conflict.
 *
 * @param rows those of the previous attempt; none for the first
 * @param written those among them that it wrote: reserved alone if all together are too many
 * @param inherits whether that attempt met one row only, and wrote it: the transaction before may
 *     leave the lock of this row to it
 * @param escalates whether the rows are locked too, so that transactions of other processes cannot
 *     come first
 */
public record ReservationRequest(
    SortedSet<RowKey> rows, SortedSet<RowKey> written, boolean inherits, boolean escalates) {

  /** The request of a first attempt. */
  public static final ReservationRequest FIRST =
      new ReservationRequest(Collections.emptySortedSet(), false);

  public ReservationRequest {
    rows = Collections.unmodifiableSortedSet(new TreeSet<>(rows));
    written = Collections.unmodifiableSortedSet(new TreeSet<>(written));
    inherits = inherits && rows.size() == 1;
  }

  /** Creates a request for all rows or none. */
  public ReservationRequest(SortedSet<RowKey> rows, boolean escalates) {
    this(rows, Collections.emptySortedSet(), false, escalates);
  }

  boolean isFirst() {
    return rows.isEmpty();
  }

  /** Returns the rows to reserve: none if even the written ones are too many. */
  SortedSet<RowKey> rowsWithin(int maxRows) {
    SortedSet<RowKey> most = rows.size() > maxRows ? written : rows;
    return most.size() > maxRows ? Collections.emptySortedSet() : most;
  }
}
