package io.rowlock.operations.doctor;

import io.rowlock.TransactionManager;
import io.rowlock.operations.doctor.ClusterFinding.Area;
import io.rowlock.operations.doctor.ClusterFinding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.util.VersionInfo;

/**
 * The versions of what takes part.
 *
 * @param client of HBase's client in this JVM
 * @param servers of the master and the region servers
 */
record VersionFindings(String client, Set<String> servers) {

  /** What the library is tested with. */
  private static final Pattern TESTED = Pattern.compile("2\\.[56]\\..*");

  static VersionFindings of(ClusterMetrics metrics) {
    Set<String> servers = new TreeSet<>();
    servers.add(Objects.requireNonNullElse(metrics.getHBaseVersion(), "unknown"));
    metrics.getLiveServerMetrics().values().stream()
        .map(ServerMetrics::getVersion)
        .forEach(servers::add);
    return new VersionFindings(VersionInfo.getVersion(), servers);
  }

  List<ClusterFinding> findings() {
    List<ClusterFinding> findings = new ArrayList<>();
    findings.add(
        ClusterFinding.note(Area.VERSIONS, "versions", all(), "what this report was made with"));
    if (servers.size() > 1) {
      findings.add(
          finding(
              "HBase's servers",
              String.join(", ", servers),
              "the servers run different versions, as amid an upgrade: finish it",
              "status 'detailed'"));
    }
    Set<String> untested = new TreeSet<>(servers);
    untested.add(client);
    untested.removeIf(version -> TESTED.matcher(version).matches());
    for (String version : untested) {
      String message =
          "Rowlock is tested with HBase 2.5 and 2.6 only (docs/reference/compatibility.md): run the"
              + " compatibility suite with it, from a checkout, before you rely on it";
      findings.add(finding("HBase", version, message, "scripts/compatibility " + version));
    }
    return findings;
  }

  private String all() {
    return "Rowlock %s on Java %s with HBase's client %s, and servers with HBase %s"
        .formatted(
            Objects.requireNonNullElse(
                TransactionManager.class.getPackage().getImplementationVersion(), "of a checkout"),
            Runtime.version().feature(),
            client,
            String.join(", ", servers));
  }

  private static ClusterFinding finding(
      String setting, String value, String message, String command) {
    return ClusterFinding.ofCluster(
        Severity.WARNING, Area.VERSIONS, setting, value, message, command);
  }
}
