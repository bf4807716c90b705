package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.store.RowKey;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The rows that a transaction reserves before it runs again after a conflict.
 *
 * @param rows those of the attempt before; none for the first
 * @param written those among them that it wrote: taken when all together are too many
 * @param escalates whether the rows are locked too, so that no other process can come first
 */
public record ReservationRequest(
    SortedSet<RowKey> rows, SortedSet<RowKey> written, boolean escalates) {

  /** Of a first attempt. */
  public static final ReservationRequest FIRST =
      new ReservationRequest(Collections.emptySortedSet(), false);

  public ReservationRequest(SortedSet<RowKey> rows, SortedSet<RowKey> written, boolean escalates) {
    this.rows = Collections.unmodifiableSortedSet(new TreeSet<>(rows));
    this.written = Collections.unmodifiableSortedSet(new TreeSet<>(written));
    this.escalates = escalates;
  }

  /** Of all rows or none. */
  public ReservationRequest(SortedSet<RowKey> rows, boolean escalates) {
    this(rows, Collections.emptySortedSet(), escalates);
  }

  boolean isFirst() {
    return rows.isEmpty();
  }

  /** The rows to take: none when even those that were written are too many. */
  SortedSet<RowKey> rowsWithin(int maxRows) {
    SortedSet<RowKey> most = rows.size() > maxRows ? written : rows;
    return most.size() > maxRows ? Collections.emptySortedSet() : most;
  }
}
