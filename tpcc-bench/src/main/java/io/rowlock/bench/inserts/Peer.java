package io.rowlock.bench.inserts;

import io.rowlock.bench.inserts.Series.InsertMode;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.bench.kit.Interruption;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.zookeeper.ZKConfig;

/**
 * A second embedded cluster to which HBase replicates the data, without the locks: a copy to be
 * read by plain HBase. Cells come there one by one, so that a record may be there before the entry
 * of its index.
 */
final class Peer implements Closeable {
  private static final String NAME = "rowlock_bench";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(20);

  /** The first cluster takes its part of the same heap. */
  private static final Map<String, String> SMALL_CACHE =
      Map.of(HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, "0.1");

  private final EmbeddedHBase hbase;
  private final Connection connection;
  private final InsertTables tables;

  private Peer(EmbeddedHBase hbase, Connection connection) {
    this.hbase = hbase;
    this.connection = connection;
    this.tables = new InsertTables(connection);
  }

  /** Starts a second cluster and replicates the data to it. */
  static Peer of(Connection source) throws IOException {
    EmbeddedHBase hbase = EmbeddedHBase.start(1, SMALL_CACHE);
    try {
      Configuration configuration = hbase.configuration();
      try (Admin admin = source.getAdmin()) {
        admin.addReplicationPeer(
            NAME,
            ReplicationPeerConfig.newBuilder()
                .setClusterKey(ZKConfig.getZooKeeperClusterKey(configuration))
                .build());
      }
      return new Peer(hbase, ConnectionFactory.createConnection(configuration));
    } catch (IOException | RuntimeException e) {
      try (hbase) {
        throw e;
      }
    }
  }

  InsertTables tables() {
    return tables;
  }

  /** Waits for a number of rows; returns the rows and the time when they were visible. */
  Arrived await(InsertMode mode, long wanted) throws IOException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    long found = tables.rows(mode);
    while (found < wanted && System.nanoTime() - end < 0) {
      Interruption.sleep(POLL);
      found = tables.rows(mode);
    }
    return new Arrived(found, System.nanoTime());
  }

  /** The number of rows at a time. */
  record Arrived(long rows, long nanoTime) {}

  @Override
  public void close() throws IOException {
    try (hbase) {
      connection.close();
    }
  }
}
