package io.rowlock.bench.profile;

import java.util.List;
import java.util.Locale;

/** {@code points.csv}: one line for every point and round. */
final class PointsCsv {
  static final String HEADER =
      "profile,mode,threads,round,tx_per_s,p50_us,p95_us,p99_us,conflicts_per_tx,failed_per_tx,"
          + "rpcs_foreground_per_tx,rpcs_background_per_tx";

  private PointsCsv() {}

  static String of(List<Point> points) {
    StringBuilder csv = new StringBuilder(HEADER).append('\n');
    points.forEach(point -> csv.append(line(point)).append('\n'));
    return csv.toString();
  }

  private static String line(Point point) {
    Slot slot = point.slot();
    return String.format(
        Locale.ROOT,
        "%s,%s,%d,%d,%.2f,%.1f,%.1f,%.1f,%.5f,%.5f,%.4f,%.4f",
        slot.profile(),
        slot.mode(),
        slot.threads(),
        slot.round(),
        point.txPerSecond(),
        point.p50Micros(),
        point.p95Micros(),
        point.p99Micros(),
        point.conflictsPerTx(),
        point.failedPerTx(),
        point.rpcsForegroundPerTx(),
        point.rpcsBackgroundPerTx());
  }
}
