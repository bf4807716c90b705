package io.rowlock.bench.kit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseCommonTestingUtility;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.io.util.MemorySizeUtil;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;
import org.apache.hbase.thirdparty.com.google.common.io.MoreFiles;
import org.apache.hbase.thirdparty.com.google.common.io.RecursiveDeleteOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A whole HBase with its HDFS and ZooKeeper in this JVM, on loopback only, as long as this object
 * is open.
 *
 * <p>Its files live in a directory of their own under {@code java.io.tmpdir}, which goes with it.
 * The JVM needs the flags of {@code scripts/hbase.jvmopts}.
 */
public final class EmbeddedHBase implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedHBase.class);
  private static final int DELETE_ATTEMPTS = 10;

  /** HBase's default, of the block cache and of all memstores. */
  private static final float PART_OF_HEAP = 0.4f;

  private final HBaseTestingUtility utility;
  private final Path directory;
  private final Thread deleteOnInterrupt;
  private boolean closed;

  private EmbeddedHBase(HBaseTestingUtility utility, Path directory) {
    this.utility = utility;
    this.directory = directory;
    this.deleteOnInterrupt = new Thread(() -> delete(directory), "rowlock-embedded-hbase-delete");
    Runtime.getRuntime().addShutdownHook(deleteOnInterrupt);
  }

  /** Starts a cluster with one region server. */
  public static EmbeddedHBase start() throws IOException {
    return start(1, Map.of());
  }

  /**
   * Starts a cluster; when that fails, nothing of it stays behind. The settings are added to the
   * configuration of servers and clients, and win over those made here.
   */
  public static EmbeddedHBase start(int regionServers, Map<String, String> settings)
      throws IOException {
    return start(regionServers, 1, settings);
  }

  /** As {@link #start(int, Map)}, with as many copies of every file as there are datanodes. */
  public static EmbeddedHBase start(int regionServers, int dataNodes, Map<String, String> settings)
      throws IOException {
    if (regionServers < 1 || dataNodes < 1) {
      throw new IllegalArgumentException(
          "There must be at least one region server and one datanode: %d, %d"
              .formatted(regionServers, dataNodes));
    }
    Path directory = Files.createTempDirectory("rowlock-hbase-");
    try {
      Configuration configuration = configuration(regionServers, settings);
      configuration.setInt("dfs.replication", dataNodes);
      return startIn(directory, regionServers, dataNodes, configuration);
    } catch (Exception | LinkageError e) {
      delete(directory);
      throw new IOException("The embedded HBase did not start: " + Throwables.getRootCause(e), e);
    }
  }

  /**
   * One at a time: HBase's utility finds its directory by a system property and redirects others,
   * java.io.tmpdir too.
   */
  private static synchronized EmbeddedHBase startIn(
      Path directory, int regionServers, int dataNodes, Configuration configuration)
      throws Exception {
    Properties before = (Properties) System.getProperties().clone();
    System.setProperty(HBaseCommonTestingUtility.BASE_TEST_DIRECTORY_KEY, directory.toString());
    try {
      EmbeddedHBase hbase = new EmbeddedHBase(new HBaseTestingUtility(configuration), directory);
      hbase.startServers(regionServers, dataNodes);
      return hbase;
    } finally {
      System.setProperties(before);
    }
  }

  private void startServers(int regionServers, int dataNodes) throws Exception {
    try {
      utility.startMiniCluster(
          StartMiniClusterOption.builder()
              .numRegionServers(regionServers)
              .numDataNodes(dataNodes)
              .build());
    } catch (Exception | LinkageError e) {
      try {
        close();
      } catch (IOException | RuntimeException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  private static Configuration configuration(int regionServers, Map<String, String> settings) {
    Configuration configuration = HBaseConfiguration.create();
    for (String server : new String[] {"hbase.master", "hbase.regionserver"}) {
      configuration.set(server + ".hostname", "localhost");
      configuration.set(server + ".ipc.address", "127.0.0.1");
      configuration.set(server + ".info.port", "-1");
    }
    // An interrupted command ends at once; it need not wait for servers whose data goes anyway.
    configuration.set("hbase.shutdown.hook", "false");
    // HRegionServer.abort halts the JVM after this time, even if the server has ended by then.
    configuration.setLong("hbase.regionserver.abort.timeout", Duration.ofDays(7).toMillis());
    configuration.set("hbase.zookeeper.property.clientPortAddress", "127.0.0.1");
    // Each server takes its part of the heap to be all its own.
    float part = PART_OF_HEAP / regionServers;
    configuration.setFloat(HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, part);
    configuration.setFloat(MemorySizeUtil.MEMSTORE_SIZE_KEY, part);
    settings.forEach(configuration::set);
    return configuration;
  }

  /** A copy of the configuration with which a client finds this cluster. */
  public Configuration configuration() {
    return new Configuration(utility.getConfiguration());
  }

  /** A new connection, to be closed by the caller before this cluster. */
  public Connection connect() throws IOException {
    return ConnectionFactory.createConnection(configuration());
  }

  /** HBase's own handle, for tests that kill servers, split and move regions. */
  public HBaseTestingUtility utility() {
    return utility;
  }

  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      stopServers(utility);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("The embedded HBase did not stop cleanly", e);
    } finally {
      delete(directory);
      forgetShutdownHook();
    }
  }

  /**
   * One at a time: HBase lists threads that are slow to end on the standard output, which is for
   * others.
   */
  private static synchronized void stopServers(HBaseTestingUtility utility) throws Exception {
    PrintStream standard = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, UTF_8));
    try {
      utility.shutdownMiniCluster();
    } finally {
      System.setOut(standard);
      LOG.debug("Printed by HBase: {}", printed.toString(UTF_8));
    }
  }

  private void forgetShutdownHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(deleteOnInterrupt);
    } catch (IllegalStateException shuttingDown) {
      LOG.debug("The JVM is ending and runs the hook itself", shuttingDown);
    }
  }

  private static void delete(Path directory) {
    // Servers that are still running, as after an interrupt, may add files meanwhile.
    for (int attempt = 1; Files.exists(directory); attempt++) {
      try {
        // No other user has access to the directory and its symbolic links.
        MoreFiles.deleteRecursively(directory, RecursiveDeleteOption.ALLOW_INSECURE);
      } catch (IOException e) {
        if (attempt >= DELETE_ATTEMPTS) {
          LOG.warn("Could not delete {}", directory, e);
          return;
        }
      }
    }
  }
}
