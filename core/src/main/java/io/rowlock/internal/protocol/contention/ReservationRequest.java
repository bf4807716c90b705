package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The rows that a transaction reserves before it runs again after a conflict.
 *
 * @param rows those of the previous attempt; none for the first
 * @param written those among them that it wrote: reserved alone if all together are too many
 * @param takesOver whether that attempt met one row only, and wrote it: the transaction before may
 *     hand its hold on this row over to it
 * @param escalates whether the transaction also takes a hold on the rows, so that transactions of
 *     other processes cannot come first
 * @param longRead the scans of a transaction that reads more than it could lock: it reserves a
 *     snapshot of them, and no row
 * @param pausesWriters whether busy writers pause while the snapshot is opened; false for a reader
 *     that must not delay them
 * @param noticesLongReads whether it may fail early, to reserve a snapshot for the next attempt
 */
public record ReservationRequest(
    SortedSet<RowKey> rows,
    SortedSet<RowKey> written,
    boolean takesOver,
    boolean escalates,
    List<RangeScan> longRead,
    boolean pausesWriters,
    boolean noticesLongReads) {

  /** The request of a first attempt. */
  public static final ReservationRequest FIRST =
      new ReservationRequest(Collections.emptySortedSet(), false);

  public ReservationRequest {
    rows = Collections.unmodifiableSortedSet(new TreeSet<>(rows));
    written = Collections.unmodifiableSortedSet(new TreeSet<>(written));
    takesOver = takesOver && rows.size() == 1;
    longRead = List.copyOf(longRead);
  }

  /** Creates a request for rows. */
  public ReservationRequest(
      SortedSet<RowKey> rows, SortedSet<RowKey> written, boolean takesOver, boolean escalates) {
    this(rows, written, takesOver, escalates, List.of(), false, true);
  }

  /** Returns the request of a long reader. */
  public static ReservationRequest ofLongRead(List<RangeScan> scans, boolean pausesWriters) {
    SortedSet<RowKey> none = Collections.emptySortedSet();
    return new ReservationRequest(none, none, false, false, scans, pausesWriters, false);
  }

  /** Returns the same request of a transaction for which a snapshot is no use. */
  public ReservationRequest withoutLongReads() {
    return new ReservationRequest(rows, written, takesOver, escalates, List.of(), false, false);
  }

  /** Creates a request for all rows or none. */
  public ReservationRequest(SortedSet<RowKey> rows, boolean escalates) {
    this(rows, Collections.emptySortedSet(), false, escalates);
  }

  /** Returns whether it is for a transaction that reads more than it could lock. */
  public boolean isLongRead() {
    return !longRead.isEmpty();
  }

  /** Returns whether nothing was met before that could be reserved. */
  boolean isFirst() {
    return rows.isEmpty();
  }

  /** Returns the rows to reserve: none if even the written ones are too many. */
  SortedSet<RowKey> rowsWithin(int maxRows) {
    SortedSet<RowKey> most = rows.size() > maxRows ? written : rows;
    return most.size() > maxRows ? Collections.emptySortedSet() : most;
  }
}
