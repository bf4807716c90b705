package io.rowlock.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The places of a cluster's files.
 *
 * @param root absolute
 */
public record ClusterDirectory(Path root) {

  public ClusterDirectory {
    root = root.toAbsolutePath().normalize();
  }

  /** Creates the directory and its subdirectories, as far as they do not exist. */
  void create() throws IOException {
    Files.createDirectories(conf());
    Files.createDirectories(logs());
    Files.createDirectories(root.resolve("pids"));
    Files.createDirectories(root.resolve("figures"));
  }

  /** The configuration of clients: hbase-site.xml, core-site.xml, hdfs-site.xml. */
  public Path conf() {
    return root.resolve("conf");
  }

  public Path logs() {
    return root.resolve("logs");
  }

  /** The data of a server, which stay when it stops. */
  Path data(String server) {
    return root.resolve("data").resolve(server);
  }

  Path log(Member member) {
    return logs().resolve(member + ".log");
  }

  /** The output of a server: short, unless the server cannot start. */
  Path output(Member member) {
    return logs().resolve(member + ".out");
  }

  Path pidFile(Member member) {
    return root.resolve("pids").resolve(member + ".pid");
  }

  /** The {@link ServerFigures} of a region server. */
  Path figuresFile(Member member) {
    return root.resolve("figures").resolve(member + ".properties");
  }

  Path zooKeeperFile() {
    return conf().resolve("zoo.cfg");
  }

  Path portsFile() {
    return root.resolve("ports.properties");
  }

  /** The size of the cluster that was started here last. */
  Path shapeFile() {
    return root.resolve("shape.properties");
  }

  /** Takes the lock of the process that starts or stops servers. */
  ProcessLock lock() throws IOException {
    create();
    return ProcessLock.take(
        root.resolve("lock"), "Another process is starting or stopping servers in " + root);
  }
}
