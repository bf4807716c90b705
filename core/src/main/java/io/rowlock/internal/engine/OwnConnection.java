package io.rowlock.internal.engine;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Clock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.User;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the asynchronous connection of a manager: HBase 2 cannot create one from the user's {@code
 * Connection}, only from its configuration. Every failure at the start is reported within half a
 * minute.
 */
public final class OwnConnection {

  /** Together the two are below half a minute. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);

  private static final Duration METRICS_TIMEOUT = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(OwnConnection.class);

  private OwnConnection() {}

  public static AsyncConnection open(Configuration configuration) throws IOException {
    return open(configuration, CONNECT_TIMEOUT);
  }

  /** Opens a connection as that user. */
  public static AsyncConnection open(Configuration configuration, User user) throws IOException {
    return awaitOpen(openAsync(configuration, Optional.of(user), CONNECT_TIMEOUT));
  }

  /**
   * Opens a connection that sends every request at most once, and looks regions up at most once at
   * a time.
   */
  static AsyncConnection openWithoutRetries(Configuration configuration) throws IOException {
    return awaitOpen(openAsync(withoutRetries(configuration), Optional.empty(), CONNECT_TIMEOUT));
  }

  /** Opens such a connection as the user of another connection, if that user can be determined. */
  static CompletableFuture<AsyncConnection> openWithoutRetries(AsyncConnection other) {
    return openAsync(
        withoutRetries(other.getConfiguration()), ConnectionUser.of(other), CONNECT_TIMEOUT);
  }

  private static Configuration withoutRetries(Configuration configuration) {
    Configuration copy = new Configuration(configuration);
    copy.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 0);
    return copy;
  }

  /** The same within that time. */
  public static AsyncConnection open(Configuration configuration, Duration timeout)
      throws IOException {
    return awaitOpen(openAsync(configuration, Optional.empty(), timeout));
  }

  /**
   * Waits for a connection. If the wait is interrupted, a connection that opens later is closed.
   */
  private static AsyncConnection awaitOpen(CompletableFuture<AsyncConnection> opening)
      throws IOException {
    try {
      return await(opening);
    } catch (InterruptedIOException interrupted) {
      var unused = opening.thenAccept(OwnConnection::closeQuietly);
      throw interrupted;
    }
  }

  private static CompletableFuture<AsyncConnection> openAsync(
      Configuration configuration, Optional<User> user, Duration timeout) {
    Configuration copy = WrappedConnection.unwrap(configuration);
    CompletableFuture<AsyncConnection> opening =
        user.isPresent()
            ? ConnectionFactory.createAsyncConnection(copy, user.get())
            : ConnectionFactory.createAsyncConnection(copy);
    return Async.translate(
        opening.copy().orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS),
        failure -> notOpened(opening, failure, address(copy), timeout));
  }

  private static IOException notOpened(
      CompletableFuture<AsyncConnection> opening,
      Throwable failure,
      String address,
      Duration timeout) {
    if (!(failure instanceof TimeoutException)) {
      return new IOException(
          "Cannot connect to the HBase at " + address + ": " + failure.getMessage(), failure);
    }
    var unused = opening.thenAccept(OwnConnection::closeQuietly);
    return new IOException(
        "No HBase answered within " + timeout.toSeconds() + " s at " + address, failure);
  }

  /**
   * Opens a connection to servers whose time is about the clock's.
   *
   * @throws IOException if there are none, or if the clock is too far off
   */
  public static AsyncConnection openChecked(Configuration configuration, Clock clock)
      throws IOException {
    AsyncConnection connection = open(configuration);
    try {
      var unused = checkClock(connection, clock);
      return connection;
    } catch (IOException | RuntimeException | Error skewed) {
      closeQuietly(connection);
      throw skewed;
    }
  }

  /**
   * Checks the clock.
   *
   * @throws IOException if the client's clock is too far off
   */
  public static Optional<ServerTime> checkClock(AsyncConnection connection, Clock clock)
      throws IOException {
    return await(checkClockAsync(connection, clock));
  }

  /** Fails with an {@code IOException} if the client's clock is too far off. */
  public static CompletableFuture<Optional<ServerTime>> checkClockAsync(
      AsyncConnection connection, Clock clock) {
    AsyncAdmin admin =
        connection
            .getAdminBuilder()
            .setOperationTimeout(METRICS_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
            .setRpcTimeout(METRICS_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
            .build();
    EnumSet<ClusterMetrics.Option> requested = EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS);
    CompletableFuture<ClusterMetrics> metrics =
        admin
            .getClusterMetrics(requested)
            .copy()
            .orTimeout(METRICS_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    return ClockCheck.check(metrics, clock);
  }

  private static <T> T await(CompletableFuture<T> future) throws IOException {
    return Blocking.await(future, "Interrupted while connecting to HBase", Failures::ofHBase);
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

  public static void closeQuietly(AsyncConnection connection) {
    try {
      connection.close();
    } catch (IOException failed) {
      LOG.warn("A connection could not be closed", failed);
    }
  }
}
