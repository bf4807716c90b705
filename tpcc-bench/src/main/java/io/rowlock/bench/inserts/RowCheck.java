package io.rowlock.bench.inserts;

/**
 * The rows that a window has left on a cluster, compared with its inserts.
 *
 * @param acknowledged inserts whose rows must be there
 * @param failed inserts whose rows may be there
 * @param rows of all tables
 * @param whole records that are as they were inserted
 */
record RowCheck(Series series, long acknowledged, long failed, long rows, long whole) {

  boolean holds() {
    long rowsPerRecord = series.mode().rowsPerRecord();
    return rows >= acknowledged * rowsPerRecord
        && rows <= (acknowledged + failed) * rowsPerRecord
        && rows == whole * rowsPerRecord;
  }

  @Override
  public String toString() {
    return "%s: %d inserts were acknowledged and %d failed, but there are %d rows and %d whole records"
        .formatted(series, acknowledged, failed, rows, whole);
  }
}
