package io.rowlock.it.crash;

import io.rowlock.bench.kit.local.LocalCluster;
import io.rowlock.bench.kit.local.Member;
import io.rowlock.bench.kit.local.StoppedProcess;
import io.rowlock.it.crash.Figures.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;

/** Kills and pauses one region server after the other. */
final class ServerNemesis {

  private static final Duration LONGEST_QUIET = Duration.ofSeconds(30);

  /** The clients' ledgers grow by so much before the next server is struck, some transactions. */
  private static final int WORK = 20_000;

  /**
   * Well within the session, which may have been renewed last a third of it ago: a server that
   * outlives its session may answer reads from the past when it comes back, which is HBase's own
   * limit.
   */
  private static final Duration LONGEST_PAUSE = CrashOptions.SESSION.multipliedBy(2).dividedBy(5);

  private static final Duration RECOVERY = Duration.ofMinutes(2);

  private final Nemesis nemesis;
  private final LocalCluster cluster;
  private final int regionServers;
  private final Population population;
  private final Figures figures;
  private final Random random;

  ServerNemesis(
      Nemesis nemesis,
      LocalCluster cluster,
      int regionServers,
      Population population,
      Figures figures,
      Random random) {
    this.nemesis = nemesis;
    this.cluster = cluster;
    this.regionServers = regionServers;
    this.population = population;
    this.figures = figures;
    this.random = random;
  }

  /** The first one is killed, so that a short test has one, too. */
  void run() throws IOException {
    letWork();
    if (nemesis.goesOn()) {
      kill(anyServer());
    }
    while (nemesis.goesOn()) {
      letWork();
      if (nemesis.goesOn()) {
        strike(anyServer());
      }
    }
  }

  private void letWork() throws IOException {
    long enough = population.written() + random.nextInt(WORK);
    nemesis.await(LONGEST_QUIET, () -> population.written() >= enough);
  }

  private Member anyServer() {
    return Member.regionServer(1 + random.nextInt(regionServers));
  }

  private void strike(Member server) throws IOException {
    int choice = random.nextInt(10);
    if (choice < 6) {
      kill(server);
    } else if (choice < 8) {
      pause(server);
    } else {
      pausePastSession(server);
    }
  }

  /** Sometimes it is back before its session has ended, sometimes others have its regions then. */
  private void kill(Member server) throws IOException {
    cluster.kill(server);
    figures.count(Kind.SERVERS_KILLED);
    nemesis.letPass(
        random.nextInt(3) > 0 ? Duration.ofSeconds(1) : CrashOptions.SESSION.plusSeconds(3));
    heal();
  }

  @SuppressWarnings("try") // only to be closed
  private void pause(Member server) throws IOException {
    try (StoppedProcess unused = stop(server)) {
      nemesis.letPass(random, CrashOptions.LEASE.plusMillis(500), LONGEST_PAUSE);
    }
    figures.count(Kind.SERVERS_PAUSED);
  }

  /** It never comes back: what it answered to reads might be old. */
  @SuppressWarnings("try") // only to be closed
  private void pausePastSession(Member server) throws IOException {
    try (StoppedProcess unused = stop(server)) {
      nemesis.letPass(CrashOptions.SESSION.plusSeconds(8));
      cluster.kill(server);
    }
    figures.count(Kind.SERVERS_KILLED_AFTER_SESSION);
    heal();
  }

  private StoppedProcess stop(Member server) throws IOException {
    if (cluster.process(server).isEmpty()) {
      figures.count(Kind.SERVERS_LOST);
      heal();
    }
    return StoppedProcess.stop(cluster.process(server).orElseThrow());
  }

  /** Starts what does not run, and waits until the master knows all region servers. */
  void heal() throws IOException {
    boolean unused = cluster.start(RECOVERY, line -> {});
  }
}
