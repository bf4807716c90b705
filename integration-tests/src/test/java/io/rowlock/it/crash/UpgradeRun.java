package io.rowlock.it.crash;

import io.rowlock.local.ClusterShape;
import io.rowlock.local.LocalCluster;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.RowlockOperations;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Runs a cluster and clients of two versions of the library on one table, and kills clients. */
final class UpgradeRun implements AutoCloseable {

  /** Few, so that many transactions stay in one region. */
  static final int REGIONS = 4;

  private static final Duration START = Duration.ofMinutes(4);
  private static final int CLIENTS = 2;
  private static final int LEAST_ROUNDS = 3;
  private static final int MOST_ROUNDS = 12;
  private static final int LEAST_LOCKS = 5;
  private static final int KILLS = 12;

  private final CrashDirectory directory;
  private final LocalCluster cluster;
  private final UpgradeClients clients;
  private final List<String> broken = new ArrayList<>();
  private final Map<Version, Integer> locksLeft = new LinkedHashMap<>();

  private UpgradeRun(CrashDirectory directory, LocalCluster cluster) {
    this.directory = directory;
    this.cluster = cluster;
    this.clients = new UpgradeClients(cluster.conf(), directory.clients());
  }

  /** Returns those of the crash test, and what clients of 0.1.0 need beside a later version. */
  private static Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>(CrashOptions.settings());
    settings.put("rowlock.parallel.commit", "false");
    return settings;
  }

  /** Starts the cluster in an emptied directory. */
  static UpgradeRun start(Path path) throws IOException {
    CrashDirectory directory = CrashDirectory.take(path);
    ClusterShape shape = new ClusterShape(1, 1, settings());
    UpgradeRun run = new UpgradeRun(directory, LocalCluster.attached(path, shape));
    try {
      boolean unused = run.cluster.start(START, System.out::println);
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

  /** The locks that killed clients have left, and the other version has settled. */
  Map<Version, Integer> locksLeft() {
    return locksLeft;
  }

  /** The clients, dead ones included, and their versions. */
  Map<HistoryProcess, Version> clients() {
    return clients.all();
  }

  /** Kills all clients of one version at once, several times; the other one settles the rest. */
  void killAndSettle(Version dying, Version living) throws Exception {
    for (int round = 1; round <= MOST_ROUNDS; round++) {
      List<HistoryProcess> victims = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        victims.add(clients.start(dying));
      }
      for (HistoryProcess victim : victims) {
        clients.letWork(victim);
      }
      for (HistoryProcess victim : victims) {
        clients.kill(victim);
      }
      int left = unsettled().size();
      int sum = locksLeft.merge(dying, left, Integer::sum);
      settle(living);
      System.out.printf("clients of %s left %d locks to %s%n", dying.name(), left, living.name());
      if (round >= LEAST_ROUNDS && sum >= LEAST_LOCKS) {
        break;
      }
    }
  }

  /** A whole scan does not find rows of aborted transactions that never had data. */
  private void settle(Version version) throws Exception {
    clients.readAll(version);
    clients.command(version, "resolve").ifPresent(broken::add);
    for (String lock : unsettled()) {
      broken.add(version.name() + " has not settled " + lock);
    }
  }

  private List<String> unsettled() throws IOException {
    try (Connection connection = connect();
        LockTools tools = RowlockOperations.create(connection).openLockTools()) {
      return Recovery.unsettled(tools);
    }
  }

  /** Both versions work at once, and are killed one client after the other. */
  void killAmongOthers(List<Version> versions) throws Exception {
    Deque<HistoryProcess> living = new ArrayDeque<>();
    for (int kill = 0; kill < KILLS; kill++) {
      living.add(clients.start(versions.get(kill % versions.size())));
      if (living.size() > CLIENTS * versions.size()) {
        letWorkAndKill(living.remove());
      }
    }
    while (!living.isEmpty()) {
      letWorkAndKill(living.remove());
    }
  }

  private void letWorkAndKill(HistoryProcess client) throws Exception {
    clients.letWork(client);
    clients.kill(client);
  }

  /** Reads and verifies with all versions, and judges what is there. */
  Evidence end(List<Version> versions) throws Exception {
    for (Version version : versions) {
      settle(version);
      clients.command(version, "verify").ifPresent(broken::add);
    }
    try (Connection connection = connect()) {
      return new Recovery(connection).run(Histories.of(List.copyOf(clients.all().keySet())));
    }
  }

  /** What went wrong so far. */
  List<String> broken() {
    return broken;
  }

  /** Kills all processes; logs and histories stay. */
  @Override
  public void close() throws IOException {
    clients.killAll();
    cluster.killAll();
    directory.close();
  }
}
