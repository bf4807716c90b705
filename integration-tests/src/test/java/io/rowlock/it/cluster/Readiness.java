package io.rowlock.it.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Waits until servers that were started do their work, or have died. */
final class Readiness {

  private static final long PAUSE_MILLIS = 200;
  private static final long REMARK_SECONDS = 10;

  private final List<Server> servers;
  private final Progress progress;
  private final long deadline;

  /** What has to become true. */
  @FunctionalInterface
  interface Check {
    boolean holds() throws IOException;
  }

  Readiness(List<Server> servers, Duration patience, Progress progress) {
    this.servers = servers;
    this.progress = progress;
    this.deadline = System.nanoTime() + patience.toNanos();
  }

  /**
   * Asks again and again.
   *
   * @throws IOException when a server has died, or it is too late; it names the log to look at
   */
  void await(String what, Server whoseLog, Check check) throws IOException {
    long start = System.nanoTime();
    long nextRemark = REMARK_SECONDS;
    while (!check.holds()) {
      failIfOneHasDied();
      if (System.nanoTime() > deadline) {
        throw new IOException("Not in time: " + what + ". See " + whoseLog.logs());
      }
      long waited = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
      if (waited >= nextRemark) {
        progress.say("waiting for " + waited + " s: " + what);
        nextRemark += REMARK_SECONDS;
      }
      pause();
    }
  }

  private void failIfOneHasDied() throws IOException {
    for (Server server : servers) {
      if (server.hasDied()) {
        throw new IOException(
            "The process of " + server.member() + " has ended. See " + server.logs());
      }
    }
  }

  private static void pause() throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while servers were starting");
    }
  }

  /** The master works and knows so many region servers; tables can be made. */
  static boolean serves(Configuration configuration, int regionServers) {
    Configuration impatient = new Configuration(configuration);
    impatient.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
    impatient.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 5_000);
    impatient.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, 5_000);
    impatient.setInt("zookeeper.recovery.retry", 0);
    try (Connection connection = ConnectionFactory.createConnection(impatient);
        Admin admin = connection.getAdmin()) {
      // Refused until the master has found its own tables.
      String[] unused = admin.listNamespaces();
      return admin.getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS)).getLiveServerMetrics().size()
          >= regionServers;
    } catch (IOException notYet) {
      return false;
    }
  }
}
