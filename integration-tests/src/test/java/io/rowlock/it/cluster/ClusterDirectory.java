package io.rowlock.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the files of a cluster are.
 *
 * @param root absolute
 */
public record ClusterDirectory(Path root) {

  public ClusterDirectory {
    root = root.toAbsolutePath().normalize();
  }

  /** Makes it and what has to be in it, where it is not there yet. */
  void create() throws IOException {
    Files.createDirectories(conf());
    Files.createDirectories(logs());
    Files.createDirectories(root.resolve("pids"));
  }

  /** What clients need: hbase-site.xml, core-site.xml, hdfs-site.xml. */
  public Path conf() {
    return root.resolve("conf");
  }

  public Path logs() {
    return root.resolve("logs");
  }

  /** What a server keeps when it stops. */
  Path data(String server) {
    return root.resolve("data").resolve(server);
  }

  Path log(Member member) {
    return logs().resolve(member + ".log");
  }

  /** What a server prints, which is little, unless it cannot start. */
  Path output(Member member) {
    return logs().resolve(member + ".out");
  }

  Path pidFile(Member member) {
    return root.resolve("pids").resolve(member + ".pid");
  }

  Path zooKeeperFile() {
    return conf().resolve("zoo.cfg");
  }

  Path portsFile() {
    return root.resolve("ports.properties");
  }

  /** Tells how large the cluster is that was started here last. */
  Path shapeFile() {
    return root.resolve("shape.properties");
  }

  /** Held by whoever starts or stops servers. */
  ProcessLock lock() throws IOException {
    create();
    return ProcessLock.take(
        root.resolve("lock"), "Somebody else starts or stops servers in " + root + " right now");
  }
}
