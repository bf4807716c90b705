package io.rowlock.it.soak;

import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.ClusterOptions;
import io.rowlock.local.ClusterShape;
import io.rowlock.local.LocalCluster;
import io.rowlock.local.Member;
import io.rowlock.local.ServerFigures;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The HBase of a soak: its own, which ends with this process, or the user's. */
final class SoakCluster implements Closeable {
  /** A region server may be suspended for less without losing its session. */
  static final Duration SESSION = Duration.ofSeconds(15);

  private final Cluster cluster;
  private final @Nullable LocalCluster own;
  private final int regionServers;

  private SoakCluster(Cluster cluster, @Nullable LocalCluster own, int regionServers) {
    this.cluster = cluster;
    this.own = own;
    this.regionServers = regionServers;
  }

  /** Finds the user's, or starts one in the directory. */
  static SoakCluster open(SoakPlan plan, Path directory, Consumer<String> progress)
      throws IOException {
    if (plan.conf != null) {
      return new SoakCluster(ClusterOptions.openConf(plan.conf), null, 0);
    }
    Map<String, String> settings =
        Map.of("zookeeper.session.timeout", Long.toString(SESSION.toMillis()));
    LocalCluster own =
        LocalCluster.attached(directory, new ClusterShape(1, plan.regionServers, settings));
    own.restart(progress);
    Cluster cluster = Cluster.running(own.configuration(), "in processes of their own");
    return new SoakCluster(cluster, own, plan.regionServers);
  }

  Cluster cluster() {
    return cluster;
  }

  /** The servers that may be killed; empty if they are the user's. */
  Optional<LocalCluster> own() {
    return Optional.ofNullable(own);
  }

  int regionServers() {
    return regionServers;
  }

  /** Starts the servers that do not run, and returns when all work. */
  void heal() throws IOException {
    if (own != null) {
      own.restart(line -> {});
    }
  }

  /** What each region server of its own uses, by its number from 1; some may be missing. */
  Map<Integer, ServerFigures> figures() throws IOException {
    Map<Integer, ServerFigures> all = new TreeMap<>();
    if (own != null) {
      for (int number = 1; number <= regionServers; number++) {
        Optional<ServerFigures> some = own.figures(Member.regionServer(number));
        if (some.isPresent()) {
          all.put(number, some.get());
        }
      }
    }
    return all;
  }

  @Override
  public void close() throws IOException {
    try (cluster) {
      if (own != null) {
        own.killAll();
      }
    }
  }
}
