package io.rowlock.internal.protocol;

import io.rowlock.internal.store.RowKey;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a transaction that is repeated after conflicts wants to take before it runs.
 *
 * @param rows those of the attempt before; none for the first
 * @param escalates the rows shall be locked, so that nobody of any process can come first
 */
public record ClaimRequest(SortedSet<RowKey> rows, boolean escalates) {

  /** Of a first attempt. */
  public static final ClaimRequest FIRST = new ClaimRequest(Collections.emptySortedSet(), false);

  public ClaimRequest(SortedSet<RowKey> rows, boolean escalates) {
    this.rows = Collections.unmodifiableSortedSet(new TreeSet<>(rows));
    this.escalates = escalates;
  }
}
