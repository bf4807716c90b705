package io.rowlock.internal.store;

import java.util.List;

/**
 * Rows of a range that hold a selected cell or a lock cell, in the order of the scan. Each row is
 * read atomically; the page is not a snapshot.
 *
 * @param exhausted no further row lies in the range
 */
public record ScanPage(List<StoredRow> rows, boolean exhausted) {}
