package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.measure.Progress;

/** Tells how many rows were looked at. Thread-safe. */
final class CheckProgress {
  private static final int ROWS = 1_000;

  private final Progress progress;
  private final long total;
  private long done;

  /**
   * For a check of so many rows.
   *
   * @param total a fair estimate, in thousands
   */
  CheckProgress(Progress progress, long total) {
    this.progress = progress;
    this.total = total;
  }

  synchronized void count() {
    done++;
    if (done % ROWS == 0) {
      long tenths = Math.min(10, done / ROWS * 10 / Math.max(1, total));
      progress.begin("checking rows, " + tenths * 10 + " %", "checking");
      progress.end(1);
    }
  }
}
