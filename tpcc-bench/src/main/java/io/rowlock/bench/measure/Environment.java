package io.rowlock.bench.measure;

import io.rowlock.bench.Cluster;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.jspecify.annotations.Nullable;

/**
 * On what it was measured.
 *
 * @param commit of the source tree; null when it was not built from one
 */
public record Environment(
    String date,
    int cores,
    long maxHeapMegabytes,
    String jdk,
    String os,
    String hbaseClient,
    Cluster.Facts cluster,
    @Nullable String commit) {

  public static Environment of(Cluster cluster) {
    Runtime runtime = Runtime.getRuntime();
    return new Environment(
        OffsetDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS).toString(),
        runtime.availableProcessors(),
        runtime.maxMemory() >> 20,
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        VersionInfo.getVersion(),
        cluster.facts(),
        GitCommit.ofThisProgram());
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "HBase %s %s, %d region servers, client %s%n%s, %s, %d cores, heap %d MB, commit %s, %s",
        cluster.hbaseVersion(),
        cluster.where(),
        cluster.regionServers(),
        hbaseClient,
        jdk,
        os,
        cores,
        maxHeapMegabytes,
        commit == null ? "unknown" : commit,
        date);
  }
}
