package io.rowlock.it.servers;

import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.MiniHBaseCluster;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.HRegion;

/** Ends servers, starts replacements, and returns when these work. */
record Servers(EmbeddedHBase hbase) {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A way to end a region server. */
  private interface End {
    void of(ServerName victim) throws IOException;
  }

  /** Returns the region servers in this JVM, those too that are starting. */
  static List<ServerName> inThisJvm(EmbeddedHBase hbase) {
    return hbase.utility().getMiniHBaseCluster().getRegionServerThreads().stream()
        .map(thread -> thread.getRegionServer().getServerName())
        .toList();
  }

  /** Aborts a server of the table, which ends in its own way. */
  void abortOneOf(TableName table) throws Exception {
    replaceOneOf(table, victim -> cluster().getRegionServer(victim).abort("injected by the test"));
  }

  /** Kills a server of the table, which can close neither its regions nor its log. */
  void killOneOf(TableName table) throws Exception {
    replaceOneOf(table, victim -> cluster().killRegionServer(victim));
  }

  private void replaceOneOf(TableName table, End end) throws Exception {
    HRegion served =
        cluster().getRegions(table).stream()
            .findFirst()
            .orElseThrow(() -> new IOException("No server of this JVM serves " + table));
    ServerName victim =
        cluster().getServerHoldingRegion(table, served.getRegionInfo().getRegionName());
    var unused = cluster().startRegionServer();
    end.of(victim);
    cluster().waitForRegionServerToStop(victim, PATIENCE.toMillis());
    hbase.utility().waitUntilNoRegionsInTransition(PATIENCE.toMillis());
  }

  /** Ends the active master; another one takes over. */
  void failOverMaster() throws Exception {
    var unused = cluster().startMaster();
    ServerName old = cluster().getMaster().getServerName();
    cluster().killMaster(old);
    Await.until(
        "another active master",
        PATIENCE,
        () ->
            cluster().getMaster() != null
                && !cluster().getMaster().getServerName().equals(old)
                && cluster().getMaster().isInitialized());
  }

  private MiniHBaseCluster cluster() {
    return hbase.utility().getMiniHBaseCluster();
  }
}
