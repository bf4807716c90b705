package io.rowlock.local;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code hbase-local start}. */
@Command(
    name = "start",
    description =
        "Starts the servers that do not run, and waits until all of them work. The data of former"
            + " runs are kept.")
final class StartCommand implements Callable<Integer> {

  private static final ClusterShape USUAL = new ClusterShape(1, 3, Map.of());

  @Spec private CommandSpec spec;
  @Mixin private PlaceOptions place;

  @Option(
      names = "--region-servers",
      paramLabel = "N",
      description = "Number of region servers (default: as last time, else 3).")
  private @Nullable Integer regionServers;

  @Option(
      names = "--data-nodes",
      paramLabel = "N",
      description = "Number of data nodes (default: as last time, else 1).")
  private @Nullable Integer dataNodes;

  @Option(
      names = "--secure",
      negatable = true,
      description =
          "Kerberos, with a KDC of its own, and checks of permissions (default: as last time, else"
              + " none).")
  private @Nullable Boolean secure;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      defaultValue = "180",
      description = "How long to wait for the servers (default: ${DEFAULT-VALUE}).")
  private int seconds;

  StartCommand() {}

  @Override
  public Integer call() throws IOException {
    if (seconds < 1) {
      throw usage("--wait must be at least 1, not " + seconds);
    }
    Optional<ClusterShape> last = ShapeFile.read(place.directory());
    ClusterShape shape = shape(last.orElse(USUAL));
    if (last.isPresent() && !last.get().equals(shape) && isAnyRunning()) {
      throw usage(
          "The cluster runs with %d region servers, %d data nodes, %s security; stop it to change that."
              .formatted(
                  last.get().regionServers(),
                  last.get().dataNodes(),
                  last.get().isSecure() ? "with" : "without"));
    }
    start(shape);
    return HBaseLocal.GOOD;
  }

  private ClusterShape shape(ClusterShape usual) {
    try {
      return new ClusterShape(
          dataNodes == null ? usual.dataNodes() : dataNodes,
          regionServers == null ? usual.regionServers() : regionServers,
          Map.of(),
          secure == null ? usual.isSecure() : secure);
    } catch (IllegalArgumentException wrong) {
      throw usage(wrong.getMessage() + ".");
    }
  }

  private boolean isAnyRunning() throws IOException {
    LocalCluster cluster = place.existing();
    for (Member member : cluster.members()) {
      if (cluster.process(member).isPresent()) {
        return true;
      }
    }
    return false;
  }

  private void start(ClusterShape shape) throws IOException {
    ClusterDirectory files = place.directory();
    files.create();
    LocalCluster cluster = new LocalCluster(files, shape, new Launcher(true));
    long start = System.nanoTime();
    boolean started = cluster.start(Duration.ofSeconds(seconds), System.err::println);
    System.out.println(
        started
            ? "started in %.0f s".formatted((System.nanoTime() - start) / 1e9)
            : "runs already");
    System.out.println(
        "for clients: " + files.conf() + " (scripts/rowlock --conf, HBASE_CONF_DIR)");
    if (shape.isSecure()) {
      printLogin(cluster.kerberos());
    }
  }

  private static void printLogin(Kerberos kerberos) {
    System.out.println("and JDK_JAVA_OPTIONS=-Djava.security.krb5.conf=" + kerberos.krb5Conf());
    System.out.println(kerberos.server() + ", which may do everything: " + kerberos.serverKeytab());
    System.out.println(kerberos.client() + ", without permissions: " + kerberos.clientKeytab());
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
