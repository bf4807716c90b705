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
import org.apache.hadoop.hbase.util.VersionInfo;

/**
 * The versions of what takes part. HBase's client does not show those of the region servers: {@code
 * ServerMetrics.getVersion} is always 0.0.0 there.
 *
 * @param client of HBase's client in this JVM
 * @param master of HBase's active master
 */
record VersionFindings(String client, String master) {

  /** What the library is tested with. */
  private static final Pattern TESTED = Pattern.compile("2\\.[56]\\..*");

  static VersionFindings of(ClusterMetrics metrics) {
    return new VersionFindings(
        VersionInfo.getVersion(), Objects.requireNonNullElse(metrics.getHBaseVersion(), "unknown"));
  }

  List<ClusterFinding> findings() {
    List<ClusterFinding> findings = new ArrayList<>();
    findings.add(
        ClusterFinding.note(
            Area.VERSIONS,
            "versions",
            all(),
            "what this report was made with; HBase shows neither the versions of its region servers"
                + " nor those of other clients"));
    Set<String> untested = new TreeSet<>(List.of(client, master));
    untested.removeIf(version -> TESTED.matcher(version).matches());
    untested.forEach(version -> findings.add(untested(version)));
    return findings;
  }

  private String all() {
    return "Rowlock %s on Java %s with HBase's client %s, and a master of HBase %s"
        .formatted(
            Objects.requireNonNullElse(
                TransactionManager.class.getPackage().getImplementationVersion(), "of a checkout"),
            Runtime.version().feature(),
            client,
            master);
  }

  private static ClusterFinding untested(String version) {
    return ClusterFinding.ofCluster(
        Severity.WARNING,
        Area.VERSIONS,
        "HBase",
        version,
        "Rowlock is tested with HBase 2.5 and 2.6 only (docs/reference/compatibility.md): run the"
            + " compatibility suite with it, from a checkout, before you rely on it",
        "scripts/compatibility " + version);
  }
}
