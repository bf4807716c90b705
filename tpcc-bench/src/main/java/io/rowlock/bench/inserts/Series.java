package io.rowlock.bench.inserts;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Figure.Summary;
import io.rowlock.bench.kit.Point.SeriesKey;

/** What is compared. */
record Series(int servers, IdKind ids, InsertMode mode) implements SeriesKey {
  /** Acknowledged within the window, by its length. */
  static final Figure INSERTS_PER_SECOND = Figure.spread("insertsPerSecond");

  /** Within the window and after it. */
  static final Figure ACKNOWLEDGED = new Figure("acknowledged", Summary.NONE);

  /** Rows counted after the window, of the index too. */
  static final Figure ROWS = new Figure("rows", Summary.NONE);

  /** Regions that have a record. */
  static final Figure REGIONS_TOUCHED = new Figure("regionsTouched", Summary.MOST);

  /**
   * Records on both clusters, by the time from the beginning until all are there; null without a
   * peer.
   */
  static final Figure VISIBLE_PER_SECOND = Figure.spread("visiblePerSecond");

  @Override
  public String toString() {
    return servers + (servers == 1 ? " server, " : " servers, ") + ids + ", " + mode;
  }
}
