package io.rowlock.it.servers;

import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockResolution.Outcome;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.RowlockOperations;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfigBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.zookeeper.ZKConfig;

/** A second cluster in this JVM, to which HBase replicates tables of the first one. */
final class Standby implements AutoCloseable {

  private static final String PEER = "standby";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Connection source;
  private final EmbeddedHBase hbase;
  private final Connection connection;

  private Standby(Connection source, EmbeddedHBase hbase, Connection connection) {
    this.source = source;
    this.hbase = hbase;
    this.connection = connection;
  }

  static Standby start(Connection source) throws IOException {
    EmbeddedHBase hbase = EmbeddedHBase.start(1, HBaseExtension.SETTINGS);
    Configuration configuration = hbase.configuration();
    configuration.set("rowlock.lease", "500");
    return new Standby(source, hbase, ConnectionFactory.createConnection(configuration));
  }

  Connection connection() {
    return connection;
  }

  Configuration configuration() {
    return hbase.configuration();
  }

  /** Begins to replicate. */
  void attach(boolean isSerial) throws IOException {
    attach(peer().setSerial(isSerial));
  }

  /** Begins to replicate one table only, as if the queues of all others did not move. */
  void attachOnlyFor(TableName table) throws IOException {
    attach(peer().setReplicateAllUserTables(false).setTableCFsMap(Map.of(table, List.of())));
  }

  private ReplicationPeerConfigBuilder peer() {
    return ReplicationPeerConfig.newBuilder()
        .setClusterKey(ZKConfig.getZooKeeperClusterKey(hbase.configuration()));
  }

  private void attach(ReplicationPeerConfigBuilder peer) throws IOException {
    try (Admin admin = source.getAdmin()) {
      admin.addReplicationPeer(PEER, peer.build());
    }
  }

  /** Makes the queues of the source wait. */
  void pause() throws IOException {
    try (Admin admin = source.getAdmin()) {
      admin.disableReplicationPeer(PEER);
    }
  }

  void resume() throws IOException {
    try (Admin admin = source.getAdmin()) {
      admin.enableReplicationPeer(PEER);
    }
  }

  /** Ends the replication, as the loss of the source does. */
  void detach() throws IOException {
    try (Admin admin = source.getAdmin()) {
      admin.removeReplicationPeer(PEER);
    }
  }

  void detachIfAttached() throws IOException {
    try (Admin admin = source.getAdmin()) {
      if (!admin.listReplicationPeers().isEmpty()) {
        admin.removeReplicationPeer(PEER);
      }
    }
  }

  /** Waits until the standby contains all cells of these families, with equal timestamps. */
  void awaitCopy(TableName table, byte[]... families) throws Exception {
    Await.until("a copy of " + table, PATIENCE, () -> isCopied(table, families));
  }

  boolean isCopiedWithin(Duration patience, TableName table, byte[]... families) throws Exception {
    return Await.holdsWithin(patience, () -> isCopied(table, families));
  }

  private boolean isCopied(TableName table, byte[]... families) throws IOException {
    return cells(source, table, families).equals(cells(connection, table, families));
  }

  private static List<String> cells(Connection connection, TableName name, byte[]... families)
      throws IOException {
    Scan scan = new Scan();
    for (byte[] family : families) {
      scan.addFamily(family);
    }
    List<String> cells = new ArrayList<>();
    try (Table table = connection.getTable(name)) {
      for (Result row : Rows.scan(table, scan)) {
        for (Cell cell : row.rawCells()) {
          cells.add(cell + "=" + Bytes.toHex(CellUtil.cloneValue(cell)));
        }
      }
    }
    return cells;
  }

  /** Settles the locks of a table there, and returns the outcomes in the order of the rows. */
  List<Outcome> resolve(TableName table) throws IOException {
    return resolve(connection, table);
  }

  static List<Outcome> resolve(Connection connection, TableName table) throws IOException {
    List<Outcome> outcomes = new ArrayList<>();
    try (LockTools tools = RowlockOperations.create(connection).openLockTools()) {
      tools.resolve(LockRange.of(table), resolved -> outcomes.add(resolved.outcome()));
    }
    return outcomes;
  }

  @Override
  public void close() throws IOException {
    try (hbase) {
      connection.close();
    }
  }
}
