package io.rowlock.admin;

import io.rowlock.RowlockOptions;
import io.rowlock.TableFinding;
import io.rowlock.TransactionManager;
import io.rowlock.UnsafeTableException;
import io.rowlock.internal.engine.Engine;
import io.rowlock.internal.engine.EngineSettings;
import io.rowlock.internal.engine.OwnConnection;
import io.rowlock.internal.engine.ServerTime;
import io.rowlock.internal.engine.WrappedConnection;
import io.rowlock.internal.hbase.SystemClock;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.Clock;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Makes tables transactional and plain again, checks that they are fit, and opens the tools for
 * their locks. It has no resources that must be closed; the caller closes the connection.
 * Thread-safe.
 *
 * <p>All methods block, and have no asynchronous twins: a table is enabled once, which takes as
 * long as reopening its regions does. Call them in a deployment step or on a separate thread, not
 * on an event loop.
 *
 * <p>Creating and enabling tables needs the permissions that HBase requires for creating and
 * altering them, {@link #verify} that for reading their descriptors. Every method throws what HBase
 * does, such as a {@code TableNotFoundException}.
 */
public final class TransactionAdmin {

  private final Connection connection;
  private final Clock clock;
  private final Sleeper sleeper;
  private final TableSetup setup;

  private TransactionAdmin(Connection connection, Clock clock, Sleeper sleeper) {
    this.connection = WrappedConnection.unwrap(connection);
    this.clock = clock;
    this.sleeper = sleeper;
    this.setup = new TableSetup(this.connection, clock, sleeper);
  }

  /** Creates an instance. No I/O. */
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

  /** Creates a table like {@link #createTable(TableDescriptor, byte[][])}, with a single region. */
  public void createTable(TableDescriptor table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(setup.ofNewTable(admin, table, true));
    }
  }

  /**
   * Creates a table, and adds everything to the descriptor that transactions need, region commit
   * included. To leave region commit out, create the table with HBase and {@linkplain
   * #enable(TableName, EnableOptions) enable} it.
   *
   * @param splitKeys the start keys of the regions, without that of the first one
   * @throws UnsafeTableException if the descriptor has a setting that is incompatible with
   *     transactions
   */
  public void createTable(TableDescriptor table, byte[][] splitKeys) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(setup.ofNewTable(admin, table, true), splitKeys);
    }
  }

  /** Enables a table like {@link #enable(TableName, EnableOptions)}, with the defaults. */
  public void enable(TableName table) throws IOException {
    enable(table, EnableOptions.ofDefaults());
  }

  /**
   * Makes an existing table transactional: adds the family of the locks, the floor below which no
   * transaction writes, and the endpoint for {@linkplain EnableOptions.Builder#regionCommit region
   * commits}. The regions are reopened, one after the other; data is not rewritten. It does nothing
   * if everything is in place already, and never lowers the floor.
   *
   * <p>The floor is a minute ahead of the servers' clock. Until then plain writes to a row that a
   * transaction has written stay hidden behind it.
   *
   * <p>If the scan raises the floor of a table that was enabled before, this method waits for forty
   * minutes: other clients may commit below the new floor until then. The same holds for a table
   * that has an old floor, and whose lock family was dropped. If the call is interrupted at any
   * time, it can be repeated, and repeats every step that is not visibly complete.
   *
   * <p>Tables that contain cells with timestamps from the future, and tables that were loaded
   * without transactions after they were enabled, must be enabled with {@link
   * EnableOptions.Builder#scan}.
   *
   * @throws UnsafeTableException if the table has a setting that is incompatible with transactions,
   *     or contains a timestamp that leaves no room above, or is one of HBase's own
   * @throws IOException if this client's clock and the servers' are more than ten minutes apart
   */
  public void enable(TableName table, EnableOptions options) throws IOException {
    enable(table, options, progress -> {}, progress -> {}, progress -> {});
  }

  /** Enables a table like the next method, without progress of the wait for other clients. */
  public void enable(
      TableName table,
      EnableOptions options,
      Consumer<ScanProgress> scanned,
      Consumer<ReopenProgress> reopened)
      throws IOException {
    enable(table, options, scanned, reopened, progress -> {});
  }

  /**
   * Enables a table like {@link #enable(TableName, EnableOptions)}. The listeners are called on the
   * calling thread.
   *
   * @param scanned progress of the scan, if one is requested
   * @param reopened progress of the regions' reopening, if the table must be changed: at the start,
   *     about every second, and at the end
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
   * Returns what {@link #enable(TableName, EnableOptions)} would change now; empty if everything is
   * in place. Changes nothing. The floor moves with time: enabled later, the table gets a later
   * one.
   *
   * @param scanned progress of the scan, if one is requested; called on the calling thread
   * @throws UnsafeTableException if enabling would refuse the table with it
   */
  public List<TableChange> planEnable(
      TableName table, EnableOptions options, Consumer<ScanProgress> scanned) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return setup.plan(admin, table, options, scanned);
    }
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
  public void disable(TableName table, DisableOptions options, Consumer<DisableProgress> progress)
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
      TableName table, DisableOptions options, Consumer<DisableProgress> progress)
      throws IOException {
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
      Consumer<DisableProgress> progress) {
    return TableDisabling.of(table, connection, admin, tools, clock, sleeper, options, progress);
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
      return new LockTools(connection, Engine.start(own, settings(options), clock), clock, servers);
    } catch (IOException | RuntimeException | Error skewed) {
      OwnConnection.closeQuietly(own);
      throw skewed;
    }
  }

  /**
   * Returns everything about a table that matters to transactions, errors and warnings; empty if
   * there is nothing to report. Changes nothing.
   */
  public List<TableFinding> verify(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return TableRules.verify(admin.getDescriptor(table));
    }
  }

  /**
   * Returns the tables that have locks, in the order of their names; of a cluster that checks
   * permissions those on which this user has C or A.
   */
  public List<TableName> tables() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.listTableDescriptors().stream()
          .filter(table -> TableRules.lockFamily(table) != null)
          .map(TableDescriptor::getTableName)
          .sorted()
          .toList();
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
