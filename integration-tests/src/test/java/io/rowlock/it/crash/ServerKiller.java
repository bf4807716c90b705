package io.rowlock.it.crash;

import io.rowlock.it.crash.Figures.Kind;
import io.rowlock.it.kit.StoppedProcess;
import io.rowlock.local.LocalCluster;
import io.rowlock.local.Member;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;

/** Kills and pauses one region server after the other. */
final class ServerKiller {

  private static final Duration LONGEST_QUIET = Duration.ofSeconds(30);

  /** The growth of the clients' histories between two strikes: some transactions. */
  private static final int WORK = 20_000;

  /**
   * Well within the session, whose last renewal may be a third of a session ago. A server that
   * outlives its session may answer reads from the past when it returns, which is HBase's own
   * limit.
   */
  private static final Duration LONGEST_PAUSE = CrashOptions.SESSION.multipliedBy(2).dividedBy(5);

  private static final Duration RECOVERY = Duration.ofMinutes(2);

  private final StrikePeriod period;
  private final LocalCluster cluster;
  private final int regionServers;
  private final Population population;
  private final Figures figures;
  private final Random random;

  ServerKiller(
      StrikePeriod period,
      LocalCluster cluster,
      int regionServers,
      Population population,
      Figures figures,
      Random random) {
    this.period = period;
    this.cluster = cluster;
    this.regionServers = regionServers;
    this.population = population;
    this.figures = figures;
    this.random = random;
  }

  /** Kills the first server, so that a short test has a killed one, too. */
  void run() throws IOException {
    letWork();
    if (period.continues()) {
      kill(anyServer());
    }
    while (period.continues()) {
      letWork();
      if (period.continues()) {
        strike(anyServer());
      }
    }
  }

  private void letWork() throws IOException {
    long enough = population.written() + random.nextInt(WORK);
    period.await(LONGEST_QUIET, () -> population.written() >= enough);
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

  /**
   * Kills a server, which returns before its session has ended, or after other servers have its
   * regions.
   */
  private void kill(Member server) throws IOException {
    cluster.kill(server);
    figures.count(Kind.SERVERS_KILLED);
    period.pause(
        random.nextInt(3) > 0 ? Duration.ofSeconds(1) : CrashOptions.SESSION.plusSeconds(3));
    heal();
  }

  @SuppressWarnings("try") // only to be closed
  private void pause(Member server) throws IOException {
    try (StoppedProcess unused = stop(server)) {
      period.pause(random, CrashOptions.LEASE.plusMillis(500), LONGEST_PAUSE);
    }
    figures.count(Kind.SERVERS_PAUSED);
  }

  /** Kills a server after its session has ended, because its answers to reads might be old. */
  @SuppressWarnings("try") // only to be closed
  private void pausePastSession(Member server) throws IOException {
    try (StoppedProcess unused = stop(server)) {
      period.pause(CrashOptions.SESSION.plusSeconds(8));
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

  /** Starts the servers that do not run, and waits until the master knows all region servers. */
  void heal() throws IOException {
    boolean unused = cluster.start(RECOVERY, line -> {});
  }
}
