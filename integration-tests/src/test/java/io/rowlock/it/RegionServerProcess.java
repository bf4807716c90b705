package io.rowlock.it;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import io.rowlock.bench.EmbeddedHBase;
import io.rowlock.it.cluster.StoppedProcess;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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

/**
 * One more region server of an {@link EmbeddedHBase}, in a process of its own: that one can be
 * killed and suspended, as no thread can. Its files are in HDFS as everybody's, so that its log is
 * fenced when the master takes it for dead.
 *
 * <p>The process ends when this is closed, and when the JVM of the test ends, however it does.
 */
final class RegionServerProcess implements AutoCloseable {

  /** Not much more than the shortest that the ZooKeeper of a minicluster grants. */
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

  /** Starts one, and returns when the master knows it. */
  static RegionServerProcess start(EmbeddedHBase hbase, Connection connection) throws Exception {
    return start(hbase, connection, Map.of());
  }

  /** The same with settings of its own. */
  static RegionServerProcess start(
      EmbeddedHBase hbase, Connection connection, Map<String, String> settings) throws Exception {
    Path directory = Files.createTempDirectory("rowlock-region-server-");
    Process process = null;
    try (Admin admin = connection.getAdmin()) {
      Set<ServerName> before = new HashSet<>(admin.getRegionServers());
      process = launch(hbase, directory, settings);
      return new RegionServerProcess(
          directory, process, newcomer(admin, before, process, directory));
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
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The test's own flags are those that scripts/hbase.jvmopts names, and its properties.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("--add-") || flag.startsWith("-D"))
        .forEach(command::add);
    command.add("-Xmx512m");
    command.add("-Drowlock.log=" + directory.resolve("warnings.log"));
    command.add(RegionServerChild.class.getName());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output(directory).toFile());
    builder
        .environment()
        .put("CLASSPATH", directory + File.pathSeparator + System.getProperty("java.class.path"));
    return builder.start();
  }

  private static Path output(Path directory) {
    return directory.resolve("output.txt");
  }

  private static ServerName newcomer(
      Admin admin, Set<ServerName> before, Process process, Path directory) throws Exception {
    Set<ServerName> found = new HashSet<>();
    Await.until(
        "region server in a process of its own; see " + directory,
        PATIENCE,
        () -> {
          if (!process.isAlive()) {
            throw new IOException("It has ended: " + Files.readString(output(directory)));
          }
          found.addAll(admin.getRegionServers());
          found.removeAll(before);
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
        // A server that has just reported may not be running yet: then the region goes elsewhere.
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

  /** As {@code kill -9}. Returns when it is dead. */
  void kill() throws Exception {
    process.destroyForcibly();
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("Cannot be killed: " + name);
    }
  }

  /** Stops all its threads where they are, until it is resumed. */
  void suspend() throws IOException {
    stopped = StoppedProcess.stop(process.toHandle());
  }

  /** Lets it go on, as if no time had passed. */
  void resume() throws IOException {
    stopped.close();
  }

  /** Waits until the master takes it for dead and others serve what it had of the table. */
  void awaitReplaced(Connection connection, TableName table) throws Exception {
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      Await.until(
          "others serve the regions of " + name,
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
