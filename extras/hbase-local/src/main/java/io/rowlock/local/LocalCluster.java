package io.rowlock.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hbase.thirdparty.com.google.common.collect.Lists;

/**
 * An HBase in a directory: ZooKeeper, HDFS, master and region servers, each in a process of its
 * own, on loopback. The servers' classes are on the class path. The directory contains the whole
 * state of the cluster, so one process can stop what another process started.
 */
public final class LocalCluster {

  private static final Duration GRACE = Duration.ofSeconds(15);
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final ClusterDirectory directory;
  private final ClusterShape shape;
  private final ClusterPorts ports;
  private final Launcher launcher;
  private final List<Server> servers;

  LocalCluster(ClusterDirectory directory, ClusterShape shape, Launcher launcher)
      throws IOException {
    this.directory = directory;
    this.shape = shape;
    this.launcher = launcher;
    this.ports = ClusterPorts.of(directory, shape.members());
    this.servers = shape.members().stream().map(member -> new Server(directory, member)).toList();
  }

  /** Returns a cluster whose servers end with this process. */
  public static LocalCluster attached(Path directory, ClusterShape shape) throws IOException {
    ClusterDirectory files = new ClusterDirectory(directory);
    files.create();
    return new LocalCluster(files, shape, new Launcher(false));
  }

  /** Kills the running servers of a directory. */
  public static void killRemaining(Path directory) throws IOException {
    ClusterDirectory files = new ClusterDirectory(directory);
    Optional<ClusterShape> shape = ShapeFile.read(files);
    if (shape.isPresent()) {
      new LocalCluster(files, shape.get(), new Launcher(false)).killAll();
    }
  }

  /** Starts the servers that do not run, with patience for a slow machine. */
  public void restart(Consumer<String> progress) throws IOException {
    boolean unused = start(PATIENCE, progress);
  }

  /**
   * Starts the servers that do not run, and returns when all servers work.
   *
   * @return whether a server had to be started
   */
  @SuppressWarnings("try") // only to be closed
  public boolean start(Duration patience, Consumer<String> progress) throws IOException {
    try (ProcessLock unused = directory.lock()) {
      ShapeFile.write(directory, shape);
      new SiteFiles(directory, shape, ports).write();
      if (!shape.isSecure()) {
        kerberos().forget();
      }
      boolean changed = false;
      Readiness readiness = new Readiness(servers, patience, progress);
      for (Role role : Role.values()) {
        changed |= start(role, readiness, progress);
      }
      Server master = server(new Member(Role.MASTER, 1));
      readiness.await(
          "the master knows " + shape.regionServers() + " region servers", master, check());
      return changed;
    }
  }

  private Readiness.Check check() {
    return shape.isSecure()
        ? new SecureCheck(directory, shape.regionServers())
        : () -> Readiness.serves(configuration(), shape.regionServers());
  }

  private boolean start(Role role, Readiness readiness, Consumer<String> progress)
      throws IOException {
    boolean changed = false;
    for (Server server : servers) {
      if (server.member().role() == role && !server.isRunning()) {
        progress.accept("starting " + server.member());
        launch(server);
        changed = true;
      }
    }
    if (changed && role == Role.KDC) {
      Server kdc = server(new Member(role, 1));
      readiness.await("the KDC works", kdc, () -> Files.exists(kerberos().krb5Conf()));
    }
    if (changed && (role == Role.ZOOKEEPER || role == Role.NAME_NODE)) {
      Server server = server(new Member(role, 1));
      readiness.await(server.member() + " answers", server, () -> ports.answers(server.member()));
    }
    return changed;
  }

  private void launch(Server server) throws IOException {
    Member member = server.member();
    if (ClusterPorts.hasPort(member) && !ports.isFreeSoon(member)) {
      throw new IOException(
          "Port %d of %s is in use by another program. To choose other ports: stop, and remove %s"
              .formatted(ports.of(member), member, directory.portsFile()));
    }
    if (member.role() == Role.KDC) {
      kerberos().forget();
    }
    if (member.role() == Role.NAME_NODE) {
      formatOnce();
    }
    server.launch(launcher, new SiteFiles(directory, shape, ports).own(member));
  }

  private void formatOnce() throws IOException {
    Path names = directory.data("namenode");
    if (Files.notExists(names.resolve("current/VERSION"))) {
      Files.createDirectories(names);
      HdfsConfiguration hdfs = new HdfsConfiguration();
      ConfigurationFiles.addTo(hdfs, directory);
      NameNode.format(hdfs);
    }
  }

  /** Kills a server as {@code kill -9} does, and returns when its process has ended. */
  public void kill(Member member) throws IOException {
    server(member).kill();
  }

  /** The process of a server; empty if the server does not run. */
  public Optional<ProcessHandle> process(Member member) throws IOException {
    return server(member).process();
  }

  /**
   * What a region server uses, as it noted some seconds ago; empty if it does not run, or has just
   * been started.
   */
  public Optional<ServerFigures> figures(Member member) throws IOException {
    Optional<ProcessHandle> running = process(member);
    return running.isPresent()
        ? ServerFigures.read(directory.figuresFile(member), running.get())
        : Optional.empty();
  }

  /** All servers, in the order of their start. */
  public List<Member> members() {
    return shape.members();
  }

  /** The fixed port of a server; empty for a data node. */
  Optional<Integer> port(Member member) {
    return ClusterPorts.hasPort(member) ? Optional.of(ports.of(member)) : Optional.empty();
  }

  ClusterDirectory directory() {
    return directory;
  }

  /** The configuration with which a client connects. */
  public Configuration configuration() {
    Configuration configuration = HBaseConfiguration.create();
    ConfigurationFiles.addTo(configuration, directory);
    return configuration;
  }

  /** What clients of a secure cluster need. */
  public Kerberos kerberos() {
    return new Kerberos(directory);
  }

  /** The directory of the configuration files, for the class path of clients. */
  public Path conf() {
    return directory.conf();
  }

  /**
   * Stops the running servers, each before the servers that it needs.
   *
   * @return whether a server had to be stopped
   */
  @SuppressWarnings("try") // only to be closed
  public boolean stop(Consumer<String> progress) throws IOException {
    try (ProcessLock unused = directory.lock()) {
      boolean changed = false;
      for (Role role : Lists.reverse(List.of(Role.values()))) {
        changed |= stop(role, progress);
      }
      return changed;
    }
  }

  /** Stops all servers of a role at once, because each takes some time. */
  private boolean stop(Role role, Consumer<String> progress) throws IOException {
    boolean changed = false;
    List<Server> ofRole =
        servers.stream().filter(server -> server.member().role() == role).toList();
    for (Server server : ofRole) {
      if (server.isRunning()) {
        progress.accept("stopping " + server.member());
        changed = true;
        server.askToEnd();
      }
    }
    for (Server server : ofRole) {
      server.awaitEnd(GRACE);
    }
    return changed;
  }

  /** Kills all servers, when the data are no longer needed. */
  public void killAll() throws IOException {
    for (Server server : Lists.reverse(servers)) {
      server.kill();
    }
  }

  private Server server(Member member) {
    return servers.stream()
        .filter(server -> server.member().equals(member))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no " + member));
  }
}
