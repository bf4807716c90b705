package io.rowlock.bench.tpcc.result;

import java.util.List;
import java.util.Locale;

/** {@code ops.csv}: a line for each class of operations, times in milliseconds. */
final class OpsCsv {
  static final String FILE = "ops.csv";
  static final String HEADER =
      "scope,type,class,count,total_ms,percent,mean_ms,p50_ms,p95_ms,p99_ms,max_ms";

  private OpsCsv() {}

  static String of(List<OperationClass> classes) {
    StringBuilder csv = new StringBuilder(HEADER).append('\n');
    classes.forEach(one -> csv.append(line(one)).append('\n'));
    return csv.toString();
  }

  private static String line(OperationClass one) {
    return String.format(
        Locale.ROOT,
        "%s,%s,%s,%d,%.3f,%.2f,%.3f,%.3f,%.3f,%.3f,%.3f",
        one.scope(),
        one.type(),
        one.name(),
        one.count(),
        one.total(),
        one.percent(),
        one.mean(),
        one.p50(),
        one.p95(),
        one.p99(),
        one.max());
  }
}
