package io.rowlock;

import io.rowlock.internal.store.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The asynchronous connection of a manager: HBase 2 cannot make one out of the user's {@code
 * Connection}, only out of its configuration. Whatever goes wrong at the start is answered within
 * half a minute.
 */
final class OwnConnection {

  /** Together below the half minute. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);

  private static final Duration METRICS_TIMEOUT = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(OwnConnection.class);

  private OwnConnection() {}

  static AsyncConnection open(Configuration configuration) throws IOException {
    return open(configuration, CONNECT_TIMEOUT);
  }

  /** One that sends every request at most once, and looks regions up at most once at a time. */
  static AsyncConnection openWithoutRetries(Configuration configuration) throws IOException {
    Configuration copy = new Configuration(configuration);
    copy.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 0);
    return open(copy, CONNECT_TIMEOUT);
  }

  static AsyncConnection open(Configuration configuration, Duration timeout) throws IOException {
    Configuration copy = new Configuration(configuration);
    CompletableFuture<AsyncConnection> opening = ConnectionFactory.createAsyncConnection(copy);
    try {
      return await(opening, timeout);
    } catch (TimeoutException late) {
      var unused = opening.thenAccept(OwnConnection::closeQuietly);
      throw new IOException(
          "No HBase answered within " + timeout.toSeconds() + " s at " + address(copy), late);
    } catch (ExecutionException failed) {
      Throwable cause = Failures.unwrap(failed);
      throw new IOException(
          "Cannot connect to the HBase at " + address(copy) + ": " + cause.getMessage(), cause);
    }
  }

  /**
   * Opens a connection to servers whose time is about the clock's.
   *
   * @throws IOException when there are none, or when the clock is too far off
   */
  static AsyncConnection openChecked(Configuration configuration, Clock clock) throws IOException {
    AsyncConnection connection = open(configuration);
    try {
      checkClock(connection, clock);
      return connection;
    } catch (IOException skewed) {
      closeQuietly(connection);
      throw skewed;
    }
  }

  /**
   * @throws IOException when the client's clock is too far off
   */
  static Optional<ServerTime> checkClock(AsyncConnection connection, Clock clock)
      throws IOException {
    return ClockCheck.check(() -> metrics(connection), clock);
  }

  private static ClusterMetrics metrics(AsyncConnection connection) throws IOException {
    AsyncAdmin admin =
        connection
            .getAdminBuilder()
            .setOperationTimeout(METRICS_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
            .setRpcTimeout(METRICS_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
            .build();
    try {
      EnumSet<ClusterMetrics.Option> wanted = EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS);
      return await(admin.getClusterMetrics(wanted), METRICS_TIMEOUT);
    } catch (TimeoutException | ExecutionException failed) {
      throw new IOException("The master does not tell the servers' time", failed);
    }
  }

  private static <T> T await(CompletableFuture<T> future, Duration timeout)
      throws IOException, TimeoutException, ExecutionException {
    try {
      return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      throw Blocking.interrupted("Interrupted while connecting to HBase", interrupted);
    }
  }

  private static String address(Configuration configuration) {
    return String.format(
        "ZooKeeper quorum '%s' (client port %s, parent znode '%s'): check %s in the configuration"
            + " that the connection was made from",
        configuration.get(HConstants.ZOOKEEPER_QUORUM),
        configuration.get(HConstants.ZOOKEEPER_CLIENT_PORT),
        configuration.get(
            HConstants.ZOOKEEPER_ZNODE_PARENT, HConstants.DEFAULT_ZOOKEEPER_ZNODE_PARENT),
        HConstants.ZOOKEEPER_QUORUM);
  }

  static void closeQuietly(AsyncConnection connection) {
    try {
      connection.close();
    } catch (IOException failed) {
      LOG.warn("A connection could not be closed", failed);
    }
  }
}
