package io.rowlock.operations.doctor;

import io.rowlock.internal.engine.ServerTime;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;

/**
 * How far the clock of a region server is ahead of this machine's, as far as its last report to the
 * master shows it ({@link ServerTime}); all in milliseconds, negative if it is behind.
 *
 * @param server its host and port
 * @param least it is ahead by at least this
 * @param most it is ahead by at most this, unless a report was late
 */
record ClockLead(String server, long least, long most) {

  private static final Duration MOST_INTERVAL = Duration.ofMinutes(1);

  /** Returns the leads of the servers that have reported, in the order of their names. */
  static List<ClockLead> of(ClusterMetrics metrics, long before, long after) {
    return metrics.getLiveServerMetrics().values().stream()
        .filter(server -> server.getReportTimestamp() > 0)
        .map(server -> of(server, before, after))
        .sorted(Comparator.comparing(ClockLead::server))
        .toList();
  }

  private static ClockLead of(ServerMetrics server, long before, long after) {
    long report = server.getReportTimestamp();
    long interval = Math.min(report - server.getLastReportTimestamp(), MOST_INTERVAL.toMillis());
    long latest = new ServerTime(report, interval).latest();
    return new ClockLead(
        server.getServerName().getAddress().toString(), report - after, latest - before);
  }

  /** Returns the part of the lead that is certain; 0 if the clocks may show the same. */
  long certain() {
    return least > 0 ? least : Math.min(0, most);
  }

  long error() {
    return (most - least) / 2;
  }

  /** Returns the middle, with its error bar. */
  @Override
  public String toString() {
    return seconds((least + most) / 2) + " ± " + seconds(error()) + " s ahead of this machine's";
  }

  static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.1f", millis / 1000.0);
  }
}
