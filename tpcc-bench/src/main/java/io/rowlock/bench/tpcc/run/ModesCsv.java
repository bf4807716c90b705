package io.rowlock.bench.tpcc.run;

import java.util.List;
import java.util.Locale;

/** {@code modes.csv}: a line for each mode and round. */
final class ModesCsv {
  static final String HEADER =
      "mode,round,tx_per_s,nopm,mean_ms,p50_ms,p90_ms,p95_ms,p99_ms,p999_ms,max_ms"
          + ",conflicts_per_tx,failures,rpcs_per_tx,row_mutations_per_tx";

  private ModesCsv() {}

  static String of(List<ModePoint> points) {
    StringBuilder csv = new StringBuilder(HEADER).append('\n');
    points.forEach(point -> csv.append(line(point)).append('\n'));
    return csv.toString();
  }

  private static String line(ModePoint point) {
    return String.format(
        Locale.ROOT,
        "%s,%d,%.2f,%.1f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.5f,%d,%.3f,%.3f",
        point.mode(),
        point.round(),
        point.txPerSecond(),
        point.nopm(),
        point.millis().mean(),
        point.millis().p50(),
        point.millis().p90(),
        point.millis().p95(),
        point.millis().p99(),
        point.millis().p999(),
        point.millis().max(),
        point.conflictsPerTx(),
        point.failures(),
        point.rpcsPerTx(),
        point.rowMutationsPerTx());
  }
}
