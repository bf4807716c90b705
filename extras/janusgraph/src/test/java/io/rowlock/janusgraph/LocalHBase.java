package io.rowlock.janusgraph;

import io.rowlock.bench.kit.EmbeddedHBase;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.configuration.BasicConfiguration;
import org.janusgraph.diskstorage.configuration.ModifiableConfiguration;
import org.janusgraph.diskstorage.configuration.WriteConfiguration;
import org.janusgraph.diskstorage.hbase.HBaseStoreManager;
import org.janusgraph.graphdb.configuration.GraphDatabaseConfiguration;

/**
 * The HBase of all tests of a JVM, which it starts for the first one; with {@code
 * -Drowlock.test.remote=true} that of the {@code hbase-site.xml} on the class path.
 */
final class LocalHBase {

  private static final Configuration CLIENT =
      Boolean.getBoolean("rowlock.test.remote") ? HBaseConfiguration.create() : start();

  private static Configuration start() {
    try {
      return EmbeddedHBase.start().configuration();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private LocalHBase() {}

  static Connection connect() throws IOException {
    return ConnectionFactory.createConnection(CLIENT);
  }

  /** Returns what a user writes into the configuration of a graph. */
  static ModifiableConfiguration graph(String table) {
    return GraphDatabaseConfiguration.buildGraphConfiguration()
        .set(GraphDatabaseConfiguration.STORAGE_BACKEND, RowlockStoreManager.class.getName())
        .set(GraphDatabaseConfiguration.STORAGE_HOSTS, new String[] {"127.0.0.1"})
        .set(
            GraphDatabaseConfiguration.STORAGE_PORT,
            CLIENT.getInt(HConstants.ZOOKEEPER_CLIENT_PORT, 0))
        .set(HBaseStoreManager.HBASE_TABLE, table);
  }

  static RowlockStoreManager open(String table) throws BackendException {
    return open(graph(table).getConfiguration());
  }

  static RowlockStoreManager open(WriteConfiguration graph) throws BackendException {
    return new RowlockStoreManager(
        new BasicConfiguration(
            GraphDatabaseConfiguration.ROOT_NS, graph, BasicConfiguration.Restriction.NONE));
  }
}
