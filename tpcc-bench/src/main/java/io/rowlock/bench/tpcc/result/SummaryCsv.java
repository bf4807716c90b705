package io.rowlock.bench.tpcc.result;

import java.util.List;
import java.util.Locale;

/** {@code summary.csv}: a line for each kind of business transaction, times in milliseconds. */
final class SummaryCsv {
  static final String FILE = "summary.csv";
  static final String HEADER =
      "type,count,mix_percent,mean_ms,p50_ms,p90_ms,p95_ms,p99_ms,p999_ms,max_ms,rolled_back_percent"
          + ",attempts_per_tx,conflicts,give_ups,unknown,errors";

  private SummaryCsv() {}

  static String of(List<TypeResult> types) {
    StringBuilder csv = new StringBuilder(HEADER).append('\n');
    types.forEach(type -> csv.append(line(type)).append('\n'));
    return csv.toString();
  }

  private static String line(TypeResult type) {
    Latency latency = type.latency();
    return String.format(
        Locale.ROOT,
        "%s,%d,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.4f,%.4f,%d,%d,%d,%d",
        type.type(),
        type.count(),
        type.mixPercent(),
        latency.mean(),
        latency.p50(),
        latency.p90(),
        latency.p95(),
        latency.p99(),
        latency.p999(),
        latency.max(),
        type.rolledBackPercent(),
        type.attemptsPerTransaction(),
        type.conflicts(),
        type.giveUps(),
        type.unknown(),
        type.errors());
  }
}
