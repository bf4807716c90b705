package io.rowlock.it.crash;

import io.rowlock.bench.kit.local.ClusterShape;
import io.rowlock.bench.kit.local.LocalCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** A cluster, clients, their deaths, and what is there after it. */
final class CrashRun implements AutoCloseable {

  private static final Duration START = Duration.ofMinutes(4);
  private static final Duration REMARK = Duration.ofSeconds(10);
  private static final int DATA_NODES = 1;
  private static final int REGIONS = 8;

  private final CrashOptions options;
  private final Consumer<String> progress;
  private final CrashDirectory directory;
  private final LocalCluster cluster;
  private final Figures figures = new Figures();
  private final Random random;
  private final Population population;

  private CrashRun(
      CrashOptions options,
      Consumer<String> progress,
      CrashDirectory directory,
      LocalCluster cluster) {
    this.options = options;
    this.progress = progress;
    this.directory = directory;
    this.cluster = cluster;
    this.random = new Random(options.seed());
    this.population = new Population(cluster.conf(), directory.clients(), figures, random);
  }

  /** Starts the cluster; nothing of a former run stays in the directory. */
  static CrashRun start(CrashOptions options, Consumer<String> progress) throws IOException {
    ClusterShape shape =
        new ClusterShape(DATA_NODES, options.regionServers(), CrashOptions.settings());
    CrashDirectory directory = CrashDirectory.take(options.directory());
    LocalCluster cluster = LocalCluster.attached(directory.path(), shape);
    CrashRun run = new CrashRun(options, progress, directory, cluster);
    try {
      boolean unused = cluster.start(START, progress);
      try (Connection connection = run.connect()) {
        ListTable.create(connection, Plan.SLOTS, REGIONS);
      }
      return run;
    } catch (IOException | RuntimeException e) {
      run.close();
      throw e;
    }
  }

  private Connection connect() throws IOException {
    return ConnectionFactory.createConnection(cluster.configuration());
  }

  /** How much all clients have written down so far, in bytes. */
  long written() throws IOException {
    return population.written();
  }

  Figures figures() {
    return figures;
  }

  /**
   * Kills and pauses, for the time that was wanted; then everybody is dead.
   *
   * @param enough what has to be done before the end, though it may take some minutes more
   */
  void doHarm(Nemesis.Check enough) throws Exception {
    Nemesis nemesis = new Nemesis(options.time(), enough);
    List<Callable<Void>> evils = new ArrayList<>();
    for (int slot = 0; slot < options.clients(); slot++) {
      ClientNemesis clients = new ClientNemesis(nemesis, population, figures, child());
      boolean atSteps = slot % 2 == 0;
      evils.add(
          () -> {
            if (atSteps) {
              clients.haltAtSteps();
            } else {
              clients.killAtRandom();
            }
            return null;
          });
    }
    ServerNemesis servers =
        new ServerNemesis(nemesis, cluster, options.regionServers(), population, figures, child());
    evils.add(
        () -> {
          servers.run();
          return null;
        });
    ProgressLine line = new ProgressLine(population, figures);
    evils.add(
        () -> {
          while (nemesis.goesOn()) {
            nemesis.letPass(REMARK);
            progress.accept(line.next());
          }
          return null;
        });
    Together.run(nemesis, evils);
  }

  private Random child() {
    return new Random(random.nextLong());
  }

  /** Heals the servers, and lets a fresh client look. */
  Evidence recover() throws IOException {
    progress.accept("all clients are dead; healing the servers");
    boolean unused = cluster.start(START, progress);
    try (Connection connection = connect()) {
      return new Recovery(connection).run(Ledgers.of(population.all()));
    }
  }

  /** Nobody of it lives on; logs and ledgers stay. */
  @Override
  public void close() throws IOException {
    for (ClientProcess client : population.all()) {
      boolean unused = client.kill();
    }
    cluster.killAll();
    directory.close();
  }
}
