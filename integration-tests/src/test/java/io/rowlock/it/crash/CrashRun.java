package io.rowlock.it.crash;

import io.rowlock.local.ClusterShape;
import io.rowlock.local.LocalCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Runs a cluster and clients, kills both, and collects the evidence. */
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

  /** Starts the cluster in an emptied directory. */
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

  /** The size of all clients' histories, in bytes. */
  long written() throws IOException {
    return population.written();
  }

  Figures figures() {
    return figures;
  }

  /**
   * Kills and pauses clients and servers for the configured time; then kills all clients.
   *
   * @param enough a condition for the end, for which the run may continue some minutes more
   */
  void strike(StrikePeriod.Check enough) throws Exception {
    StrikePeriod period = new StrikePeriod(options.time(), enough);
    List<Callable<Void>> strikers = new ArrayList<>();
    for (int slot = 0; slot < options.clients(); slot++) {
      ClientKiller clients = new ClientKiller(period, population, figures, child());
      boolean atSteps = slot % 2 == 0;
      strikers.add(
          () -> {
            if (atSteps) {
              clients.haltAtSteps();
            } else {
              clients.killAtRandom();
            }
            return null;
          });
    }
    ServerKiller servers =
        new ServerKiller(period, cluster, options.regionServers(), population, figures, child());
    strikers.add(
        () -> {
          servers.run();
          return null;
        });
    ProgressLine line = new ProgressLine(population, figures);
    strikers.add(
        () -> {
          while (period.continues()) {
            period.pause(REMARK);
            progress.accept(line.next());
          }
          return null;
        });
    StrikeThreads.run(period, strikers);
  }

  private Random child() {
    return new Random(random.nextLong());
  }

  /** Restarts the servers, and reads everything with a fresh client. */
  Evidence recover() throws IOException {
    progress.accept("all clients are dead; restarting the servers");
    boolean unused = cluster.start(START, progress);
    try (Connection connection = connect()) {
      return new Recovery(connection).run(Histories.of(population.all()));
    }
  }

  /** Kills all processes; logs and histories stay. */
  @Override
  public void close() throws IOException {
    for (HistoryProcess client : population.all()) {
      boolean unused = client.kill();
    }
    cluster.killAll();
    directory.close();
  }
}
