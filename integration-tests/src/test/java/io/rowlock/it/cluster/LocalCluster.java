package io.rowlock.it.cluster;

import com.google.common.collect.Lists;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.namenode.NameNode;

/**
 * An HBase in a directory: ZooKeeper, HDFS, master and region servers, each a process of its own,
 * on loopback. What it is made of is on the class path. The directory tells all that is known of
 * it, so any process can go on where another one has left off.
 */
public final class LocalCluster {

  private static final Duration GRACE = Duration.ofSeconds(15);

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

  /** One whose servers die with this process. */
  public static LocalCluster attached(Path directory, ClusterShape shape) throws IOException {
    ClusterDirectory files = new ClusterDirectory(directory);
    files.create();
    return new LocalCluster(files, shape, new Launcher(false));
  }

  /** Kills the servers that were started in a directory and still live. */
  public static void killWhatIsLeft(Path directory) throws IOException {
    ClusterDirectory files = new ClusterDirectory(directory);
    Optional<ClusterShape> shape = ShapeFile.read(files);
    if (shape.isPresent()) {
      new LocalCluster(files, shape.get(), new Launcher(false)).killAll();
    }
  }

  /**
   * Starts what does not run, and returns when all of it works.
   *
   * @return whether anything had to be started
   */
  @SuppressWarnings("try") // only to be closed
  public boolean start(Duration patience, Progress progress) throws IOException {
    try (ProcessLock unused = directory.lock()) {
      ShapeFile.write(directory, shape);
      new SiteFiles(directory, shape, ports).write();
      boolean news = false;
      Readiness readiness = new Readiness(servers, patience, progress);
      for (Role role : Role.values()) {
        news |= start(role, readiness, progress);
      }
      Server master = server(new Member(Role.MASTER, 1));
      readiness.await(
          "the master knows " + shape.regionServers() + " region servers",
          master,
          () -> Readiness.serves(configuration(), shape.regionServers()));
      return news;
    }
  }

  private boolean start(Role role, Readiness readiness, Progress progress) throws IOException {
    boolean news = false;
    for (Server server : servers) {
      if (server.member().role() == role && !server.isRunning()) {
        progress.say("starting " + server.member());
        launch(server);
        news = true;
      }
    }
    if (news && (role == Role.ZOOKEEPER || role == Role.NAME_NODE)) {
      Server server = server(new Member(role, 1));
      readiness.await(server.member() + " answers", server, () -> ports.answers(server.member()));
    }
    return news;
  }

  private void launch(Server server) throws IOException {
    Member member = server.member();
    if (ClusterPorts.hasPort(member) && !ports.isFreeSoon(member)) {
      throw new IOException(
          "Port %d of %s is in use by another program. To have other ports chosen: stop, and remove %s"
              .formatted(ports.of(member), member, directory.portsFile()));
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

  /** As {@code kill -9}. Returns when it is dead. */
  public void kill(Member member) throws IOException {
    server(member).kill();
  }

  /** Empty when it does not run. */
  public Optional<ProcessHandle> process(Member member) throws IOException {
    return server(member).process();
  }

  /** All servers, in the order in which they are started. */
  public List<Member> members() {
    return shape.members();
  }

  /** Where it listens; empty for those that nobody has to find. */
  Optional<Integer> port(Member member) {
    return ClusterPorts.hasPort(member) ? Optional.of(ports.of(member)) : Optional.empty();
  }

  ClusterDirectory directory() {
    return directory;
  }

  /** With it a client finds this cluster. */
  public Configuration configuration() {
    Configuration configuration = HBaseConfiguration.create();
    ConfigurationFiles.addTo(configuration, directory);
    return configuration;
  }

  /** Where its configuration files are, for the class path of clients. */
  public Path conf() {
    return directory.conf();
  }

  /**
   * Stops what runs, clients of servers before the servers they need.
   *
   * @return whether anything had to be stopped
   */
  @SuppressWarnings("try") // only to be closed
  public boolean stop(Progress progress) throws IOException {
    try (ProcessLock unused = directory.lock()) {
      boolean news = false;
      for (Role role : Lists.reverse(List.of(Role.values()))) {
        news |= stop(role, progress);
      }
      return news;
    }
  }

  /** All of a role at once, as each takes its time. */
  private boolean stop(Role role, Progress progress) throws IOException {
    boolean news = false;
    List<Server> ofRole =
        servers.stream().filter(server -> server.member().role() == role).toList();
    for (Server server : ofRole) {
      if (server.isRunning()) {
        progress.say("stopping " + server.member());
        news = true;
        server.askToEnd();
      }
    }
    for (Server server : ofRole) {
      server.awaitEnd(GRACE);
    }
    return news;
  }

  /** Kills all servers: for a cluster whose data nobody needs any more. */
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
