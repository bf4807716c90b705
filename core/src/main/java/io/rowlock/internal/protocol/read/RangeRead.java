package io.rowlock.internal.protocol.read;

import io.rowlock.internal.store.RowRange;

/**
 * The read of a range.
 *
 * @param range the part of it that a scan has consumed
 * @param versions of the rows in that part that have a lock cell; copied. A row without one is at
 *     version 0
 */
public record RangeRead(RowRange range, RowVersions versions) {

  public RangeRead {
    versions = versions.copy();
  }

  long versionOf(byte[] row) {
    return versions.versionOf(row);
  }
}
