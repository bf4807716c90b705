package io.rowlock.operations.doctor;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetricsBuilder;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerMetricsBuilder;
import org.apache.hadoop.hbase.ServerName;

/** Reports of region servers to the master. */
final class Reports {

  private Reports() {}

  /** Returns servers that have reported at these times, each with the host name serverN. */
  static ClusterMetrics of(long interval, long... times) {
    Map<ServerName, ServerMetrics> live = new HashMap<>();
    for (long time : times) {
      int number = live.size() + 1;
      ServerName server = ServerName.valueOf("server" + number, number, 1);
      live.put(
          server,
          ServerMetricsBuilder.newBuilder(server)
              .setReportTimestamp(time)
              .setLastReportTimestamp(Math.max(0, time - interval))
              .build());
    }
    return ClusterMetricsBuilder.newBuilder()
        .setHBaseVersion("2.6.1")
        .setLiveServerMetrics(live)
        .build();
  }
}
