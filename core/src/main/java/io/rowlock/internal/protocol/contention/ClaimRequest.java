package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.store.RowKey;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a transaction that is repeated after conflicts wants to take before it runs.
 *
 * @param rows those of the attempt before; none for the first
 * @param written those among them that it wrote: taken when all together are too many
 * @param escalates the rows shall be locked, so that nobody of any process can come first
 */
public record ClaimRequest(SortedSet<RowKey> rows, SortedSet<RowKey> written, boolean escalates) {

  /** Of a first attempt. */
  public static final ClaimRequest FIRST = new ClaimRequest(Collections.emptySortedSet(), false);

  public ClaimRequest(SortedSet<RowKey> rows, SortedSet<RowKey> written, boolean escalates) {
    this.rows = Collections.unmodifiableSortedSet(new TreeSet<>(rows));
    this.written = Collections.unmodifiableSortedSet(new TreeSet<>(written));
    this.escalates = escalates;
  }

  /** Of all rows or none. */
  public ClaimRequest(SortedSet<RowKey> rows, boolean escalates) {
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
