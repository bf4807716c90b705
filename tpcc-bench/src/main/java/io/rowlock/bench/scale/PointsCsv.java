package io.rowlock.bench.scale;

import java.util.List;
import java.util.Locale;

/** {@code points.csv}: one line for every point and round. */
final class PointsCsv {
  static final String HEADER =
      "part,work,rows,regions,servers,threads,delay_ms,commits_before,round,tx_per_s,p50_us,p99_us,"
          + "commit_p50_us,rpcs_per_tx,added_us,waves_per_tx,commit_waves_per_tx,failed";

  private PointsCsv() {}

  static String of(List<Point> points) {
    StringBuilder csv = new StringBuilder(HEADER).append('\n');
    points.forEach(point -> csv.append(line(point)).append('\n'));
    return csv.toString();
  }

  private static String line(Point point) {
    Subject subject = point.subject();
    return String.format(
        Locale.ROOT,
        "%s,\"%s\",%d,%d,%d,%d,%d,%d,%d,%.2f,%.1f,%.1f,%.1f,%.3f,%.1f,%.3f,%.3f,%d",
        subject.part(),
        subject.work(),
        subject.rows(),
        subject.regions(),
        subject.servers(),
        subject.threads(),
        subject.delayMillis(),
        subject.commitsBefore(),
        point.round(),
        point.txPerSecond(),
        point.p50Micros(),
        point.p99Micros(),
        point.commitP50Micros(),
        point.rpcsPerTx(),
        point.addedMicros(),
        point.wavesPerTx(),
        point.commitWavesPerTx(),
        point.failed());
  }
}
