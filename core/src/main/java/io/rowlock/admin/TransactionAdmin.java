package io.rowlock.admin;

import io.rowlock.TableFinding;
import io.rowlock.UnsafeTableException;
import io.rowlock.internal.admin.Sleeper;
import io.rowlock.internal.admin.TableRules;
import io.rowlock.internal.engine.WrappedConnection;
import io.rowlock.internal.hbase.SystemClock;
import io.rowlock.internal.store.Clock;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Makes tables transactional, and checks that they are fit. It has no resources that must be
 * closed; the caller closes the connection. Thread-safe. {@code RowlockOperations}, of the artifact
 * {@code rowlock-operations}, makes tables plain again, and opens the tools for their locks.
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
  private final TableSetup setup;

  TransactionAdmin(Connection connection, Clock clock, Sleeper sleeper) {
    this.connection = WrappedConnection.unwrap(connection);
    this.setup = new TableSetup(this.connection, clock, sleeper);
  }

  /** Creates an instance. No I/O. */
  public static TransactionAdmin create(Connection connection) {
    return new TransactionAdmin(
        connection, new SystemClock(), duration -> TimeUnit.NANOSECONDS.sleep(duration.toNanos()));
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
}
