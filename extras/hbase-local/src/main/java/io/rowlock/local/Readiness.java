package io.rowlock.local;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/** Waits until started servers work, or one of them has ended. */
final class Readiness {

  private static final long PAUSE_MILLIS = 200;
  private static final long REPORT_SECONDS = 10;

  private final List<Server> servers;
  private final Consumer<String> progress;
  private final long deadline;

  /** A condition to wait for. */
  @FunctionalInterface
  interface Check {
    boolean holds() throws IOException;
  }

  Readiness(List<Server> servers, Duration patience, Consumer<String> progress) {
    this.servers = servers;
    this.progress = progress;
    this.deadline = System.nanoTime() + patience.toNanos();
  }

  /**
   * Checks repeatedly until the condition holds.
   *
   * @throws IOException if a server has ended, or the time is over; it names the log
   */
  void await(String what, Server whoseLog, Check check) throws IOException {
    long start = System.nanoTime();
    long nextReport = REPORT_SECONDS;
    while (!check.holds()) {
      failIfOneHasEnded();
      if (System.nanoTime() > deadline) {
        throw new IOException("Not in time: " + what + ". See " + whoseLog.logs());
      }
      long waited = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
      if (waited >= nextReport) {
        progress.accept("waiting for " + waited + " s: " + what);
        nextReport += REPORT_SECONDS;
      }
      pause();
    }
  }

  private void failIfOneHasEnded() throws IOException {
    for (Server server : servers) {
      if (server.hasEnded()) {
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

  /** Whether the master works and knows so many region servers, so that tables can be created. */
  static boolean serves(Configuration configuration, int regionServers) {
    Configuration impatient = new Configuration(configuration);
    impatient.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
    impatient.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 5_000);
    impatient.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, 5_000);
    impatient.setInt("zookeeper.recovery.retry", 0);
    try (Connection connection = ConnectionFactory.createConnection(impatient);
        Admin admin = connection.getAdmin()) {
      // Fails until the master has loaded its own tables.
      String[] unused = admin.listNamespaces();
      return admin.getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS)).getLiveServerMetrics().size()
          >= regionServers;
    } catch (IOException notYet) {
      return false;
    }
  }
}
