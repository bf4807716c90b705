package io.rowlock.internal.store;

import java.util.List;

/**
 * The rows of a range that contain a selected cell or a lock cell, in the order of the scan. Each
 * row is read atomically; the page is not a snapshot.
 *
 * @param exhausted whether the range contains no further row
 */
public record ScanPage(List<StoredRow> rows, boolean exhausted) {

  /** Returns the last row of a page that has rows. */
  public RowKey last() {
    return rows.get(rows.size() - 1).key();
  }
}
