package io.rowlock.bench.tpcc.result;

import io.rowlock.bench.tpcc.business.Kind;
import java.util.List;
import java.util.Locale;

/** {@code intervals.csv}: first the ten numbers of sysbench's interval line, then what it lacks. */
final class IntervalsCsv {
  static final String FILE = "intervals.csv";
  static final String HEADER =
      "time,threads,tps,qps,reads,writes,other,latency,errors,reconnects"
          + ",nopm,new_order,payment,order_status,delivery,stock_level,rolled_back,conflicts,give_ups";

  private IntervalsCsv() {}

  static String of(List<Interval> intervals) {
    StringBuilder csv = new StringBuilder(HEADER).append('\n');
    intervals.forEach(interval -> csv.append(line(interval)).append('\n'));
    return csv.toString();
  }

  private static String line(Interval interval) {
    StringBuilder line =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%.0f,%d,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f,0.00,%.0f",
                interval.second(),
                interval.threads(),
                interval.tps(),
                interval.qps(),
                interval.reads(),
                interval.writes(),
                interval.others(),
                interval.latencyMillis(),
                interval.errors(),
                interval.nopm()));
    for (Kind kind : Kind.values()) {
      line.append(String.format(Locale.ROOT, ",%.2f", interval.types().getOrDefault(kind, 0.0)));
    }
    return line.append(
            String.format(
                Locale.ROOT,
                ",%.2f,%.2f,%.2f",
                interval.rolledBack(),
                interval.conflicts(),
                interval.giveUps()))
        .toString();
  }
}
