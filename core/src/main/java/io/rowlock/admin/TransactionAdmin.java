package io.rowlock.admin;

import io.rowlock.RowlockOptions;
import io.rowlock.TableFinding;
import io.rowlock.TransactionManager;
import io.rowlock.UnsafeTableException;
import io.rowlock.internal.engine.Engine;
import io.rowlock.internal.engine.EngineSettings;
import io.rowlock.internal.engine.OwnConnection;
import io.rowlock.internal.engine.ServerTime;
import io.rowlock.internal.hbase.SystemClock;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.Clock;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Makes tables transactional, checks that they are, and opens the tools for their locks. Holds
 * nothing that has to be closed; the connection stays the caller's. Thread-safe.
 *
 * <p>Blocks, and has no asynchronous twins: a table is enabled once in its life, which takes as
 * long as reopening its regions does, and belongs into a deployment step or a thread of its own,
 * not into an event loop.
 *
 * <p>Creating and enabling tables needs the permissions that HBase wants for creating and altering
 * them, {@link #verify} that for looking at their descriptors. Every method throws what HBase does,
 * such as a {@code TableNotFoundException}.
 */
public final class TransactionAdmin {

  private final Connection connection;
  private final Clock clock;
  private final TableSetup setup;

  private TransactionAdmin(Connection connection, Clock clock, Sleeper sleeper) {
    this.connection = connection;
    this.clock = clock;
    this.setup = new TableSetup(connection, clock, sleeper);
  }

  /** No I/O. */
  public static TransactionAdmin create(Connection connection) {
    return create(connection, new SystemClock());
  }

  /** For tests. */
  static TransactionAdmin create(Connection connection, Clock clock) {
    return create(connection, clock, duration -> TimeUnit.NANOSECONDS.sleep(duration.toNanos()));
  }

  /** For tests. */
  static TransactionAdmin create(Connection connection, Clock clock, Sleeper sleeper) {
    return new TransactionAdmin(connection, clock, sleeper);
  }

  /** As {@link #createTable(TableDescriptor, byte[][])}, with a single region. */
  public void createTable(TableDescriptor table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(setup.ofNewTable(admin, table, true));
    }
  }

  /**
   * Creates a table, with everything that transactions on it need added to the descriptor, region
   * commit included. Without that, create it with HBase and {@linkplain #enable(TableName,
   * EnableOptions) enable} it.
   *
   * @param splitKeys where regions begin, the first one left out
   * @throws UnsafeTableException when the descriptor has a setting that transactions cannot live
   *     with
   */
  public void createTable(TableDescriptor table, byte[][] splitKeys) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(setup.ofNewTable(admin, table, true), splitKeys);
    }
  }

  /** As {@link #enable(TableName, EnableOptions)}, with the defaults. */
  public void enable(TableName table) throws IOException {
    enable(table, EnableOptions.ofDefaults());
  }

  /**
   * Makes an existing table transactional: adds the family of the locks, the floor below which no
   * transaction writes, and the endpoint for {@linkplain EnableOptions.Builder#regionCommit region
   * commits}. The regions are reopened, one after the other; data is not rewritten. Does nothing
   * where everything is in place already, and never lowers the floor.
   *
   * <p>The floor lies a minute ahead of the servers' clock. Until then plain writes to a row that a
   * transaction has written stay hidden behind it.
   *
   * <p>Where the scan raises the floor of a table that was enabled before, this waits for eleven
   * minutes: other clients may commit below the new floor until then. So it does with a table that
   * has a floor of old, and whose lock family was dropped. Interrupted at any time, it can be
   * repeated, and does again whatever it cannot see to be done.
   *
   * <p>Tables that hold cells with timestamps from the future, and tables that were loaded without
   * transactions after they were enabled, are to be enabled with {@link
   * EnableOptions.Builder#scan}.
   *
   * @throws UnsafeTableException when the table has a setting that transactions cannot live with,
   *     or holds a timestamp that leaves no room above, or is one of HBase's own
   * @throws IOException when this client's clock and the servers' are more than ten minutes apart
   */
  public void enable(TableName table, EnableOptions options) throws IOException {
    enable(table, options, progress -> {}, progress -> {}, progress -> {});
  }

  /** As the next one, without progress of the wait for other clients. */
  public void enable(
      TableName table,
      EnableOptions options,
      Consumer<ScanProgress> scanned,
      Consumer<ReopenProgress> reopened)
      throws IOException {
    enable(table, options, scanned, reopened, progress -> {});
  }

  /**
   * As {@link #enable(TableName, EnableOptions)}. The listeners are called on the calling thread.
   *
   * @param scanned progress of the scan, if one is asked for
   * @param reopened progress of the regions' reopening, if the table has to be changed: at the
   *     start, about every second, and at the end
   * @param waited progress of the wait for other clients, if their floor is raised: every second
   */
  public void enable(
      TableName table,
      EnableOptions options,
      Consumer<ScanProgress> scanned,
      Consumer<ReopenProgress> reopened,
      Consumer<WaitProgress> waited)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      setup.enable(admin, table, options, new TableSetup.Listeners(scanned, reopened, waited));
    }
  }

  /**
   * What {@link #enable(TableName, EnableOptions)} would change now; empty when everything is in
   * place. Changes nothing. The floor moves with time: enabled later, the table gets a later one.
   *
   * @param scanned progress of the scan, if one is asked for; called on the calling thread
   * @throws UnsafeTableException when enabling would refuse the table with it
   */
  public List<TableChange> planEnable(
      TableName table, EnableOptions options, Consumer<ScanProgress> scanned) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return setup.plan(admin, table, options, scanned);
    }
  }

  private static EngineSettings settings(RowlockOptions options) {
    ProtocolSettings protocol =
        new ProtocolSettings(
            options.lease(),
            options.lockWait(),
            options.maxRows(),
            options.maxCellBytes(),
            options.waitForRollForward(),
            options.maxBackgroundTransactions(),
            options.parallelCommit());
    return new EngineSettings(
        protocol,
        options.rpcTimeout(),
        options.operationTimeout(),
        options.maxRequestsPerServer(),
        options.executor(),
        options.slowTransaction(),
        options.openTelemetry());
  }

  /** As {@link #openLockTools(RowlockOptions)}, with the options of its configuration. */
  public LockTools openLockTools() throws IOException {
    return openLockTools(RowlockOptions.from(connection.getConfiguration()));
  }

  /**
   * Tools for the locks of this cluster's tables, with a connection of their own as a {@link
   * TransactionManager} has one.
   *
   * @param options the lease and the timeouts matter
   * @return to be closed by the caller, before the connection
   * @throws IOException within 30 s, when the cluster cannot be reached, or when this machine's
   *     clock and the servers' are more than ten minutes apart
   */
  public LockTools openLockTools(RowlockOptions options) throws IOException {
    AsyncConnection own = OwnConnection.open(connection.getConfiguration());
    try {
      Optional<ServerTime> servers = OwnConnection.checkClock(own, clock);
      return new LockTools(connection, Engine.start(own, settings(options), clock), clock, servers);
    } catch (IOException | RuntimeException | Error skewed) {
      OwnConnection.closeQuietly(own);
      throw skewed;
    }
  }

  /**
   * Everything about a table that matters to transactions, errors and warnings; empty when all is
   * well. Changes nothing.
   */
  public List<TableFinding> verify(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return TableRules.verify(admin.getDescriptor(table));
    }
  }
}
