package io.rowlock.connection;

import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import io.rowlock.internal.engine.OwnConnection;
import io.rowlock.internal.engine.WrappedConnection;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Hbck;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/**
 * An HBase connection that makes an unchanged application transactional. HBase's {@code
 * ConnectionFactory} creates it if the configuration contains
 *
 * <pre>{@code
 * hbase.client.connection.impl = io.rowlock.connection.RowlockConnection
 * }</pre>
 *
 * <p>Calls on tables that are {@linkplain io.rowlock.admin.TransactionAdmin#enable enabled} are
 * transactions; all other tables, {@code Admin} and {@code RegionLocator} are HBase's own:
 *
 * <ul>
 *   <li>Each writing call is a transaction of its own, and is repeated after a conflict: one put, a
 *       whole {@code put(List)} or {@code batch}, {@code checkAndMutate}, up to 1,000 mutations
 *       that a {@code BufferedMutator} flushes.
 *   <li>Gets and scans return committed rows, and settle the locks of clients that have died. Rows
 *       of one call may be from different instants, as in HBase.
 *   <li>Within {@link Transactions#call} all calls of the thread are part of one transaction.
 * </ul>
 *
 * <p>With {@code rowlock.enable.created.tables = true} a table that is not enabled, and is empty at
 * its first use through this connection, is enabled then. (All clients that write it must use
 * Rowlock from then on.) The options of the transactions are those of the configuration ({@code
 * rowlock.*}). The connections of HBase's servers refuse this class. Thread-safe.
 */
public final class RowlockConnection implements Connection, WrappedConnection<Connection> {

  /** The setting that enables empty tables at their first use. */
  static final String ENABLE_CREATED_TABLES = "rowlock.enable.created.tables";

  private static final String WRITE_BUFFER = "hbase.client.write.buffer";
  private static final String FLUSH_TIMEOUT = "hbase.client.write.buffer.periodicflush.timeout.ms";
  private static final String FLUSH_TICK = "hbase.client.write.buffer.periodicflush.timertick.ms";

  private static final int UNSET = -1; // of BufferedMutatorParams

  private final Configuration configuration;
  private final Connection plain;
  private final Lazy<AsyncConnection> managed; // what the manager works on
  private final Lazy<TransactionManager> managers;
  private final TransactionalCalls calls;

  /**
   * Creates a connection; for HBase 2.5, which calls this constructor by reflection.
   *
   * @throws IOException if HBase's connection cannot be opened, or the caller is a server of HBase
   */
  public RowlockConnection(Configuration configuration, @Nullable ExecutorService pool, User user)
      throws IOException {
    this(configuration, pool, user, Map.of());
  }

  /**
   * Creates a connection; for HBase 2.6, which calls this constructor by reflection.
   *
   * @param attributes of the connection, which only plain requests carry
   * @throws IOException if HBase's connection cannot be opened, or the caller is a server of HBase
   */
  public RowlockConnection(
      Configuration configuration,
      @Nullable ExecutorService pool,
      User user,
      Map<String, byte[]> attributes)
      throws IOException {
    Configuration own = ServerProcess.unwrap(configuration, getClass());
    this.configuration = configuration;
    this.plain = NewerHBase.connect(own, pool, user, attributes);
    this.managed = new Lazy<>(() -> OwnConnection.open(own, user));
    this.managers = new Lazy<>(() -> TransactionManager.create(managed.get()));
    boolean enables = configuration.getBoolean(ENABLE_CREATED_TABLES, false);
    EnabledTables tables = new EnabledTables(() -> plain, enables, System::nanoTime);
    this.calls = new TransactionalCalls(this, tables, managers, PutChecks.of(configuration));
  }

  private void stop() {
    managers.end().ifPresent(TransactionManager::close);
    managed.end().ifPresent(OwnConnection::closeQuietly);
  }

  @Override
  public Connection unwrap() {
    return plain;
  }

  TransactionalCalls calls() {
    return calls;
  }

  @Override
  public Configuration getConfiguration() {
    return configuration;
  }

  @Override
  public RoutedTableBuilder getTableBuilder(TableName table, @Nullable ExecutorService pool) {
    return new RoutedTableBuilder(plain.getTableBuilder(table, pool), calls);
  }

  @Override
  public BufferedMutator getBufferedMutator(TableName table) throws IOException {
    return getBufferedMutator(new BufferedMutatorParams(table));
  }

  @Override
  public BufferedMutator getBufferedMutator(BufferedMutatorParams params) throws IOException {
    long bytes = params.getWriteBufferSize();
    RoutedBufferedMutator mutator =
        new RoutedBufferedMutator(
            tableFor(params),
            calls,
            calls.checks().orAtMost(params.getMaxKeyValueSize()),
            params.getListener(),
            bytes > 0 ? bytes : configuration.getLong(WRITE_BUFFER, 2_097_152),
            RowlockOptions.from(configuration).maxRows());
    mutator.setWriteBufferPeriodicFlush(
        orConfigured(params.getWriteBufferPeriodicFlushTimeoutMs(), FLUSH_TIMEOUT, 0),
        orConfigured(params.getWriteBufferPeriodicFlushTimerTickMs(), FLUSH_TICK, 1_000));
    return mutator;
  }

  private RoutedTable tableFor(BufferedMutatorParams params) {
    RoutedTableBuilder builder = getTableBuilder(params.getTableName(), params.getPool());
    if (params.getRpcTimeout() != UNSET) {
      builder.setWriteRpcTimeout(params.getRpcTimeout());
    }
    if (params.getOperationTimeout() != UNSET) {
      builder.setOperationTimeout(params.getOperationTimeout());
    }
    NewerHBase.requestAttributes(BufferedMutatorParams.class, params)
        .forEach(builder::setRequestAttribute);
    return builder.build();
  }

  private long orConfigured(long millis, String key, long otherwise) {
    return millis < 0 ? configuration.getLong(key, otherwise) : millis;
  }

  @Override
  public RegionLocator getRegionLocator(TableName table) throws IOException {
    return plain.getRegionLocator(table);
  }

  @Override
  public void clearRegionLocationCache() {
    plain.clearRegionLocationCache();
  }

  @Override
  public Admin getAdmin() throws IOException {
    return plain.getAdmin();
  }

  @Override
  public Hbck getHbck() throws IOException {
    return plain.getHbck();
  }

  @Override
  public Hbck getHbck(ServerName master) throws IOException {
    return plain.getHbck(master);
  }

  /**
   * Refuses, for HBase 3, where {@code Connection} has this method.
   *
   * @throws UnsupportedOperationException always: {@code ConnectionFactory.createAsyncConnection}
   *     opens a connection that is transactional
   */
  @SuppressWarnings("DoNotCallSuggester") // callers of HBase 3 see the method of the interface
  public AsyncConnection toAsyncConnection() {
    throw new UnsupportedOperationException(
        "A transactional Connection has no AsyncConnection of its own: open one with"
            + " ConnectionFactory.createAsyncConnection, with hbase.client.async.connection.impl"
            + " set to "
            + RowlockAsyncConnection.class.getName());
  }

  @Override
  public void close() throws IOException {
    stop();
    plain.close();
  }

  @Override
  public boolean isClosed() {
    return plain.isClosed();
  }

  @Override
  public void abort(String why, Throwable error) {
    plain.abort(why, error);
    stop();
  }

  @Override
  public boolean isAborted() {
    return plain.isAborted();
  }

  @Override
  public String toString() {
    return "transactional " + plain;
  }
}
