package io.rowlock.it.soak;

import io.rowlock.bench.kit.Interruption;
import io.rowlock.it.kit.StoppedProcess;
import io.rowlock.local.LocalCluster;
import io.rowlock.local.Member;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;

/** Strikes on processes: clients that do not last, and region servers. */
final class ProcessStrikes {
  /** Longer than a lease, so that other clients take its locks meanwhile. */
  private static final Duration LONGEST_SUSPENSION = Duration.ofSeconds(15);

  /**
   * Well within the session, whose last renewal may be a third of a session ago: a server that
   * outlives its session may answer reads from the past, which is HBase's own limit.
   */
  private static final Duration LONGEST_OF_SERVER =
      SoakCluster.SESSION.multipliedBy(2).dividedBy(5);

  private final SoakCluster cluster;
  private final Clients clients;
  private final Random random;
  private volatile int serversKilled;

  ProcessStrikes(SoakCluster cluster, Clients clients, Random random) {
    this.cluster = cluster;
    this.clients = clients;
    this.random = random;
  }

  /** Strikes, and returns when the servers work again. */
  void strike(Strike strike) throws IOException {
    switch (strike) {
      case KILL_CLIENT -> clients.replace(client());
      case SUSPEND_CLIENT -> suspendClient();
      case KILL_SERVER -> killServer();
      case SUSPEND_SERVER -> suspendServer();
      default -> throw new IllegalArgumentException(strike.label());
    }
  }

  private SoakProcess client() {
    return clients.anyMortal(random);
  }

  /** One that has ended by itself is replaced before the next check. */
  private void suspendClient() throws IOException {
    SoakProcess client = client();
    if (client.isAlive()) {
      suspend(client.handle(), LONGEST_SUSPENSION);
    }
  }

  private LocalCluster own() {
    return cluster.own().orElseThrow();
  }

  private Member server() {
    return Member.regionServer(1 + random.nextInt(cluster.regionServers()));
  }

  /** The server returns before its session has ended, or after others have its regions. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
  private void killServer() throws IOException {
    own().kill(server());
    serversKilled++;
    Interruption.sleep(
        random.nextInt(3) > 0 ? Duration.ofSeconds(1) : SoakCluster.SESSION.plusSeconds(3));
    cluster.heal();
  }

  private void suspendServer() throws IOException {
    var process = own().process(server());
    if (process.isPresent()) {
      suspend(process.get(), LONGEST_OF_SERVER);
    }
    cluster.heal();
  }

  @SuppressWarnings("try") // only to be closed
  private void suspend(ProcessHandle process, Duration longest) throws IOException {
    try (StoppedProcess unused = StoppedProcess.stop(process)) {
      Interruption.sleep(Duration.ofMillis(1 + random.nextLong(longest.toMillis())));
    }
  }

  int serversKilled() {
    return serversKilled;
  }
}
