package io.rowlock.bench.omid;

import com.google.inject.AbstractModule;
import java.io.Closeable;
import java.io.IOException;
import java.net.ServerSocket;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.omid.committable.CommitTable;
import org.apache.omid.committable.hbase.HBaseCommitTable;
import org.apache.omid.committable.hbase.HBaseCommitTableConfig;
import org.apache.omid.tso.TSOServer;
import org.apache.omid.tso.TSOServerConfig;

/** Omid's timestamp server in this JVM, at a free port. */
final class TimestampServer implements Closeable {
  /**
   * Entries for the detection of conflicts; the default of a hundred million takes 1.6 GB. A
   * transaction takes one for each cell it writes, and only those of the last seconds matter.
   */
  private static final int CONFLICT_MAP = 4_000_000;

  private final Connection connection;
  private final TSOServerConfig config;
  private final TSOServer server;

  private TimestampServer(Connection connection, TSOServerConfig config) throws IOException {
    this.connection = connection;
    this.config = config;
    this.server = TSOServer.getInitializedTsoServer(config);
  }

  static TimestampServer start(Configuration configuration, String commitTable, boolean lowLatency)
      throws IOException {
    Connection connection = ConnectionFactory.createConnection(configuration);
    try {
      TSOServerConfig config = config(lowLatency);
      config.setCommitTableStoreModule(new Storage(connection, commitTable));
      TimestampServer started = new TimestampServer(connection, config);
      started.server.startAsync().awaitRunning();
      return started;
    } catch (IOException | RuntimeException e) {
      try (connection) {
        throw e;
      }
    }
  }

  String address() {
    return "localhost:" + config.getPort();
  }

  String settings() {
    return String.format(
        "lowLatency %s, batchPersistTimeoutInMs %d, batchSizePerCTWriter %d,"
            + " numConcurrentCTWriters %d, waitStrategy %s, timestampType %s, conflictMapSize %d",
        config.getLowLatency(),
        config.getBatchPersistTimeoutInMs(),
        config.getBatchSizePerCTWriter(),
        config.getNumConcurrentCTWriters(),
        config.getWaitStrategy(),
        config.getTimestampType(),
        config.getConflictMapSize());
  }

  @Override
  public void close() throws IOException {
    try (connection) {
      server.stopAsync().awaitTerminated();
    }
  }

  private static TSOServerConfig config(boolean lowLatency) throws IOException {
    TSOServerConfig config = new TSOServerConfig();
    config.setPort(freePort());
    config.setLowLatency(lowLatency);
    config.setConflictMapSize(CONFLICT_MAP);
    return config;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** The commit table in the benchmark's HBase; Omid's own module looks for one by itself. */
  private static final class Storage extends AbstractModule {
    private final CommitTable commits;

    Storage(Connection connection, String name) throws IOException {
      HBaseCommitTableConfig table = new HBaseCommitTableConfig();
      table.setTableName(name);
      commits = new HBaseCommitTable(connection, table);
    }

    @Override
    protected void configure() {
      bind(CommitTable.class).toInstance(commits);
    }
  }
}
