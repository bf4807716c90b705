package io.rowlock.internal.protocol.read;

import io.rowlock.internal.store.RowRange;

/**
 * The part of a range that a scan has consumed, with the version of every row in it that has a lock
 * cell. A row without one is at version 0.
 */
public final class RangeRead {

  private final RowRange range;
  private final RowVersions versions;

  /**
   * Creates a read of a range.
   *
   * @param range the part that was consumed
   * @param versions of the rows in it that have a lock cell; copied
   */
  public RangeRead(RowRange range, RowVersions versions) {
    this.range = range;
    this.versions = versions.copy();
  }

  public RowRange range() {
    return range;
  }

  public RowVersions versions() {
    return versions;
  }

  long versionOf(byte[] row) {
    return versions.versionOf(row);
  }
}
