package io.rowlock.internal.engine;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;

/**
 * The region servers' time, as far as their last reports to the master show it.
 *
 * <p>A region server stamps each report with its own clock when it builds it ({@code
 * HRegionServer.buildServerLoad}: report end), one every {@code hbase.regionserver.msginterval} (3
 * s); the start of a report is the time of the previous one. So when the metrics arrive here, the
 * clock of the server with the newest report shows at least the end of that report and, unless a
 * report was late, at most two intervals more.
 *
 * @param newestReport milliseconds since the epoch, by the clock of the server that sent it
 * @param interval milliseconds between that server's last two reports
 */
public record ServerTime(long newestReport, long interval) {

  private static final long MAX_INTERVAL = Duration.ofMinutes(1).toMillis();

  /** Returns empty if no live server has reported yet. */
  static Optional<ServerTime> of(ClusterMetrics metrics) {
    Collection<ServerMetrics> live = metrics.getLiveServerMetrics().values();
    return live.stream()
        .filter(server -> server.getReportTimestamp() > 0)
        .max(Comparator.comparingLong(ServerMetrics::getReportTimestamp))
        .map(ServerTime::of);
  }

  private static ServerTime of(ServerMetrics server) {
    long interval = server.getReportTimestamp() - server.getLastReportTimestamp();
    return new ServerTime(server.getReportTimestamp(), Math.min(interval, MAX_INTERVAL));
  }

  /**
   * Returns the latest time that the server's clock can show when its metrics have just arrived.
   */
  public long latest() {
    return newestReport + 2 * interval;
  }

  /**
   * Returns how far another clock is certainly ahead; negative if it is certainly behind, zero if
   * the difference is within the age of the report.
   *
   * @param before the time of that clock before the request to the servers, in milliseconds
   * @param after its time when the answer had arrived
   */
  public Duration lead(long before, long after) {
    return Duration.ofMillis(
        after < newestReport ? after - newestReport : Math.max(0, before - latest()));
  }
}
