package io.rowlock.internal.protocol.read;

import io.rowlock.internal.store.RowRange;

/**
 * A range as far as a scan consumed it, with the version of every row in it that has a lock cell. A
 * row without one is at version 0.
 */
public final class RangeRead {

  private final RowRange range;
  private final RowVersions versions;

  /**
   * @param range what was consumed
   * @param versions of the rows in it that have one; copied
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
