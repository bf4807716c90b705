package io.rowlock.connection;

import io.rowlock.internal.engine.WrappedConnection;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncAdminBuilder;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncConnectionImpl;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Hbck;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous twin of {@link RowlockConnection}. HBase's {@code ConnectionFactory} creates it
 * if the configuration contains
 *
 * <pre>{@code
 * hbase.client.async.connection.impl = io.rowlock.connection.RowlockAsyncConnection
 * }</pre>
 *
 * <p>The same calls are transactions, in the same way, with two differences: no call is part of the
 * transaction of a thread, and the futures of a list succeed or fail together. Futures of
 * transactional tables complete on threads of the library, or in the pool that the table was opened
 * with. Thread-safe.
 */
public final class RowlockAsyncConnection
    implements AsyncConnection, WrappedConnection<AsyncConnection> {

  private final Configuration configuration;
  private final AsyncConnection plain;
  private final AsyncCalls calls;

  /**
   * Creates a connection; for HBase 2.5, which calls this constructor by reflection.
   *
   * @param registry HBase's connection registry, which the connection closes
   * @throws IOException if the caller is a server of HBase
   */
  public RowlockAsyncConnection(
      Configuration configuration, Object registry, String clusterId, User user)
      throws IOException {
    this(configuration, user, own -> new @Nullable Object[] {own, registry, clusterId, user});
  }

  /**
   * Creates a connection; for HBase 2.6, which calls this constructor by reflection.
   *
   * @param registry HBase's connection registry, which the connection closes
   * @param attributes of the connection, which only plain requests carry
   * @throws IOException if the caller is a server of HBase
   */
  public RowlockAsyncConnection(
      Configuration configuration,
      Object registry,
      String clusterId,
      User user,
      @Nullable Map<String, byte[]> attributes)
      throws IOException {
    this(
        configuration,
        user,
        own -> new @Nullable Object[] {own, registry, clusterId, user, attributes});
  }

  /**
   * Creates a connection; for HBase 3, which calls this constructor by reflection.
   *
   * @param registry HBase's connection registry, which the connection closes
   * @param local the address that the client binds to, if it is set
   * @param attributes of the connection, which only plain requests carry
   * @throws IOException if the caller is a server of HBase
   */
  public RowlockAsyncConnection(
      Configuration configuration,
      Object registry,
      String clusterId,
      @Nullable SocketAddress local,
      User user,
      @Nullable Map<String, byte[]> attributes)
      throws IOException {
    this(
        configuration,
        user,
        own -> new @Nullable Object[] {own, registry, clusterId, local, user, attributes});
  }

  /** Opens HBase's own as its factory does: the registry's type is not public in all versions. */
  private RowlockAsyncConnection(
      Configuration configuration,
      User user,
      Function<Configuration, @Nullable Object[]> parameters)
      throws IOException {
    Configuration own = ServerProcess.unwrap(configuration, getClass());
    this.configuration = configuration;
    this.plain = ReflectionUtils.newInstance(AsyncConnectionImpl.class, parameters.apply(own));
    this.calls = AsyncCalls.on(plain, user, configuration);
  }

  @Override
  public AsyncConnection unwrap() {
    return plain;
  }

  @Override
  public Configuration getConfiguration() {
    return configuration;
  }

  @Override
  public AsyncTableRegionLocator getRegionLocator(TableName table) {
    return plain.getRegionLocator(table);
  }

  @Override
  public void clearRegionLocationCache() {
    plain.clearRegionLocationCache();
  }

  @Override
  public RoutedAsyncTableBuilder<AdvancedScanResultConsumer> getTableBuilder(TableName table) {
    return new RoutedAsyncTableBuilder<>(plain.getTableBuilder(table), calls, ScanStyle.ADVANCED);
  }

  @Override
  public RoutedAsyncTableBuilder<ScanResultConsumer> getTableBuilder(
      TableName table, ExecutorService pool) {
    return new RoutedAsyncTableBuilder<>(
        plain.getTableBuilder(table, pool), calls, ScanStyle.rowByRow(pool));
  }

  @Override
  public AsyncAdminBuilder getAdminBuilder() {
    return plain.getAdminBuilder();
  }

  @Override
  public AsyncAdminBuilder getAdminBuilder(ExecutorService pool) {
    return plain.getAdminBuilder(pool);
  }

  @Override
  public AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(TableName table) {
    return new RoutedAsyncMutatorBuilder(getTableBuilder(table), configuration);
  }

  @Override
  public AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(
      TableName table, ExecutorService pool) {
    return new RoutedAsyncMutatorBuilder(getTableBuilder(table, pool), configuration);
  }

  @Override
  public CompletableFuture<Hbck> getHbck() {
    return plain.getHbck();
  }

  @Override
  public Hbck getHbck(ServerName master) throws IOException {
    return plain.getHbck(master);
  }

  /**
   * Refuses, for HBase 3, where {@code AsyncConnection} has this method.
   *
   * @throws UnsupportedOperationException always: {@code ConnectionFactory.createConnection} opens
   *     a connection that is transactional
   */
  @SuppressWarnings("DoNotCallSuggester") // callers of HBase 3 see the method of the interface
  public Connection toConnection() {
    throw new UnsupportedOperationException(
        "A transactional AsyncConnection has no Connection of its own: open one with"
            + " ConnectionFactory.createConnection, with hbase.client.connection.impl set to "
            + RowlockConnection.class.getName());
  }

  @Override
  public boolean isClosed() {
    return plain.isClosed();
  }

  @Override
  public void close() throws IOException {
    try {
      calls.close();
    } finally {
      plain.close();
    }
  }

  @Override
  public String toString() {
    return "transactional " + plain;
  }
}
