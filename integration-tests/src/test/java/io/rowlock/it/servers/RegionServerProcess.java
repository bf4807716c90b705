package io.rowlock.it.servers;

import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.StoppedProcess;
import io.rowlock.local.JavaProcess;
import io.rowlock.local.LifeLine;
import io.rowlock.local.Role;
import io.rowlock.local.ServerMain;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hbase.thirdparty.com.google.common.io.MoreFiles;
import org.apache.hbase.thirdparty.com.google.common.io.RecursiveDeleteOption;

/**
 * An additional region server of an {@link EmbeddedHBase}, in its own process, which can be killed
 * and suspended, unlike a thread. Its files are in the common HDFS, so the master fences its log
 * when it treats the server as dead.
 *
 * <p>The process ends when this is closed, and when the JVM of the test ends for any reason.
 */
final class RegionServerProcess implements AutoCloseable {

  /** Little more than the shortest session that the ZooKeeper of a minicluster grants. */
  private static final Duration SESSION = Duration.ofSeconds(6);

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Path directory;
  private final Process process;
  private final ServerName name;
  private StoppedProcess stopped;

  private RegionServerProcess(Path directory, Process process, ServerName name) {
    this.directory = directory;
    this.process = process;
    this.name = name;
  }

  /** Starts a server, and returns when the master knows it. */
  static RegionServerProcess start(EmbeddedHBase hbase, Connection connection) throws Exception {
    return start(hbase, connection, Map.of());
  }

  /** Starts a server with its own settings. */
  static RegionServerProcess start(
      EmbeddedHBase hbase, Connection connection, Map<String, String> settings) throws Exception {
    Path directory = Files.createTempDirectory("rowlock-region-server-");
    Process process = null;
    try (Admin admin = connection.getAdmin()) {
      Set<ServerName> before = new HashSet<>(admin.getRegionServers());
      process = launch(hbase, directory, settings);
      return new RegionServerProcess(
          directory, process, newcomer(hbase, admin, before, process, directory));
    } catch (Exception | Error e) {
      if (process != null) {
        process.destroyForcibly();
      }
      throw e;
    }
  }

  private static Process launch(EmbeddedHBase hbase, Path directory, Map<String, String> settings)
      throws IOException {
    Configuration configuration = hbase.configuration();
    configuration.setBoolean("hbase.cluster.distributed", true);
    configuration.setInt("hbase.regionserver.port", 0);
    configuration.setLong("zookeeper.session.timeout", SESSION.toMillis());
    settings.forEach(configuration::set);
    try (OutputStream site = Files.newOutputStream(directory.resolve("hbase-site.xml"))) {
      configuration.writeXml(site);
    }
    return JavaProcess.of(ServerMain.class)
        .serverFlags()
        .flags("-Xmx512m", LifeLine.FLAG)
        .log(directory.resolve("warnings.log"))
        .configuration(directory)
        .arguments(List.of(Role.REGION_SERVER.name(), directory.toString()))
        .builder()
        .redirectErrorStream(true)
        .redirectOutput(output(directory).toFile())
        .start();
  }

  private static Path output(Path directory) {
    return directory.resolve("output.txt");
  }

  /** Returns the server that is new, and not in this JVM, where others may start meanwhile. */
  private static ServerName newcomer(
      EmbeddedHBase hbase, Admin admin, Set<ServerName> before, Process process, Path directory)
      throws Exception {
    Set<ServerName> found = new HashSet<>();
    Await.until(
        "region server in its own process; see " + directory,
        PATIENCE,
        () -> {
          if (!process.isAlive()) {
            throw new IOException(
                "The region server has ended: " + Files.readString(output(directory)));
          }
          found.addAll(admin.getRegionServers());
          found.removeAll(before);
          Servers.inThisJvm(hbase).forEach(found::remove);
          return !found.isEmpty();
        });
    return found.iterator().next();
  }

  ServerName name() {
    return name;
  }

  /** Moves the first regions of a table here. */
  void take(Connection connection, TableName table, int count) throws Exception {
    try (Admin admin = connection.getAdmin()) {
      for (RegionInfo region : admin.getRegions(table).subList(0, count)) {
        // A server that has just reported may not run yet: then the region moves elsewhere.
        Await.until(
            region + " at " + name,
            PATIENCE,
            () -> {
              admin.move(region.getEncodedNameAsBytes(), name);
              return serves(connection, region);
            });
      }
    }
  }

  private boolean serves(Connection connection, RegionInfo region) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(region.getTable())) {
      return locator.getRegionLocation(region.getStartKey(), true).getServerName().equals(name);
    }
  }

  /** Kills the server as {@code kill -9} does, and returns when its process has ended. */
  void kill() throws Exception {
    process.destroyForcibly();
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("Cannot be killed: " + name);
    }
  }

  /** Suspends all its threads until it is resumed. */
  void suspend() throws IOException {
    stopped = StoppedProcess.stop(process.toHandle());
  }

  /** Resumes the server. */
  void resume() throws IOException {
    stopped.close();
  }

  /** Waits until the master treats it as dead and other servers serve its regions of the table. */
  void awaitReplaced(Connection connection, TableName table) throws Exception {
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      Await.until(
          "other servers serve the regions of " + name,
          PATIENCE,
          () ->
              locator.getAllRegionLocations().stream()
                  .noneMatch(location -> name.equals(location.getServerName())));
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    if (stopped != null) {
      stopped.close();
    }
    MoreFiles.deleteRecursively(directory, RecursiveDeleteOption.ALLOW_INSECURE);
  }
}
