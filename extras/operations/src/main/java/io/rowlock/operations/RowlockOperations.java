package io.rowlock.operations;

import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import io.rowlock.internal.admin.Sleeper;
import io.rowlock.internal.engine.Engine;
import io.rowlock.internal.engine.EngineSettings;
import io.rowlock.internal.engine.OwnConnection;
import io.rowlock.internal.engine.ServerTime;
import io.rowlock.internal.engine.WrappedConnection;
import io.rowlock.internal.hbase.SystemClock;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.Clock;
import io.rowlock.operations.maintenance.LockMaintenance;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Makes transactional tables plain again, keeps users without transactions away from locks, and
 * opens the tools for locks. It has no resources that must be closed; the caller closes the
 * connection. Thread-safe.
 *
 * <p>All methods block, and have no asynchronous twins: they are the tools of a person, and should
 * run in a separate thread. Every method throws what HBase does, such as a {@code
 * TableNotFoundException}.
 */
public final class RowlockOperations {

  private final Connection connection;
  private final Clock clock;
  private final Sleeper sleeper;

  private RowlockOperations(Connection connection, Clock clock, Sleeper sleeper) {
    this.connection = WrappedConnection.unwrap(connection);
    this.clock = clock;
    this.sleeper = sleeper;
  }

  /** Creates an instance. No I/O. */
  public static RowlockOperations create(Connection connection) {
    return create(connection, new SystemClock());
  }

  /** For tests. */
  static RowlockOperations create(Connection connection, Clock clock) {
    return create(connection, clock, duration -> TimeUnit.NANOSECONDS.sleep(duration.toNanos()));
  }

  /** For tests. */
  static RowlockOperations create(Connection connection, Clock clock, Sleeper sleeper) {
    return new RowlockOperations(connection, clock, sleeper);
  }

  /** Disables a table like {@link #disable(TableName, DisableOptions, Consumer)}. */
  public void disable(TableName table) throws IOException {
    disable(table, DisableOptions.ofDefaults(), progress -> {});
  }

  /**
   * Makes a transactional table a plain one, with its data in place: removes the family of the
   * locks, the endpoint if enabling has added it, and Rowlock's settings. It does nothing if none
   * of these is there.
   *
   * <p>The table takes no commits from the beginning of this call: clients fail with a {@code
   * NotCommittedException}, at the latest after a minute if they reach the master. The call waits
   * for forty minutes, until no client commits any more ({@link
   * DisableOptions.Builder#clientsStopped}). Then it settles all locks, also those of other tables
   * that name rows of this one, and waits until plain writes are visible, which timestamps ahead of
   * the servers' clocks would hide. The regions are reopened twice.
   *
   * <p>If the call fails or is interrupted at any time, it must be repeated, and repeats the waits:
   * the table takes no commits until it has ended, and cannot be enabled before. End every
   * transaction that has read the table before it is enabled again: such a transaction would not
   * detect the plain writes between.
   *
   * @param progress progress of each step; called on the calling thread
   * @throws IOException if a lock cannot be settled, if timestamps are more than an hour ahead, or
   *     if this user may not read a family; the message contains the way out, and states whether
   *     the table takes commits
   */
  public void disable(TableName table, DisableOptions options, Consumer<Progress> progress)
      throws IOException {
    try (Admin admin = connection.getAdmin();
        LockTools tools = openLockTools()) {
      disabling(table, admin, tools, options, progress).disable();
    }
  }

  /**
   * Returns what {@link #disable(TableName, DisableOptions, Consumer)} would do now, and why it
   * would refuse. Changes nothing, and settles no lock.
   *
   * @param progress progress of each step; called on the calling thread
   */
  public DisablePlan planDisable(
      TableName table, DisableOptions options, Consumer<Progress> progress) throws IOException {
    try (Admin admin = connection.getAdmin();
        LockTools tools = openLockTools()) {
      return disabling(table, admin, tools, options, progress).plan();
    }
  }

  private TableDisabling disabling(
      TableName table,
      Admin admin,
      LockTools tools,
      DisableOptions options,
      Consumer<Progress> progress) {
    return new TableDisabling(table, connection, admin, tools, clock, sleeper, options, progress);
  }

  private static EngineSettings settings(RowlockOptions options) {
    ProtocolSettings protocol =
        new ProtocolSettings(
            options.lease(),
            options.lockWait(),
            options.maxRows(),
            options.maxCellBytes(),
            options.waitForRollForward(),
            options.maxBackgroundTransactions());
    return new EngineSettings(
        protocol,
        options.rpcTimeout(),
        options.operationTimeout(),
        options.maxRequestsPerServer(),
        options.executor(),
        options.slowTransaction(),
        options.openTelemetry());
  }

  /**
   * Opens tools like {@link #openLockTools(RowlockOptions)}, with the options of its configuration.
   */
  public LockTools openLockTools() throws IOException {
    return openLockTools(RowlockOptions.from(connection.getConfiguration()));
  }

  /**
   * Opens tools for the locks of this cluster's tables, with a separate connection like that of a
   * {@link TransactionManager}.
   *
   * @param options only the lease and the timeouts are used
   * @return the caller must close it before the connection
   * @throws IOException within 30 s, if the cluster cannot be reached, or if this machine's clock
   *     and the servers' are more than ten minutes apart
   */
  public LockTools openLockTools(RowlockOptions options) throws IOException {
    AsyncConnection own = OwnConnection.open(connection.getConfiguration());
    try {
      Optional<ServerTime> servers = OwnConnection.checkClock(own, clock);
      EngineSettings settings = settings(options);
      Engine engine = Engine.start(own, settings, clock);
      LockMaintenance maintenance =
          new LockMaintenance(engine.backgroundStore(), engine.environment(), settings.protocol());
      return new LockTools(connection, engine, maintenance, clock, servers);
    } catch (IOException | RuntimeException | Error skewed) {
      OwnConnection.closeQuietly(own);
      throw skewed;
    }
  }

  /**
   * Returns what {@link #guard} would change now. Changes nothing.
   *
   * @param plainUsers see there
   */
  public GuardReport planGuard(TableName table, Set<String> plainUsers) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return new TableGuard(admin, table, plainUsers).report(false);
    }
  }

  /**
   * Takes the permission to write the locks of a table from users that write it without
   * transactions. They may still write its other families; but HBase refuses their deletes of whole
   * rows, which would delete locks as well. It grants them W on each family before it takes W on
   * the table, and changes nothing else. A family that is added later must be granted.
   *
   * <p>If HBase checks no permissions, it changes nothing, and reports the commands to run before
   * HBase does. It needs A on the table.
   *
   * @param plainUsers as in HBase's shell, a group with {@code @} in front. A user that also writes
   *     in transactions cannot be one of them, because HBase does not distinguish the programs of a
   *     user
   * @return what was changed, in an order that allows to repeat the call after a failure
   */
  public GuardReport guard(TableName table, Set<String> plainUsers) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return new TableGuard(admin, table, plainUsers).report(true);
    }
  }
}
