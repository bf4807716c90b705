package io.rowlock;

import io.rowlock.internal.hbase.SystemClock;
import io.rowlock.internal.store.Clock;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Makes tables transactional, and checks that they are. Holds nothing that has to be closed; the
 * connection stays the caller's. Thread-safe.
 *
 * <p>Needs the permissions that creating and altering tables needs.
 */
public final class TransactionAdmin {

  /** Above this a timestamp leaves no room for the versions to come. */
  private static final long HIGHEST_FLOOR = Long.MAX_VALUE / 2;

  private final Connection connection;
  private final Clock clock;
  private final Floor floor;

  private TransactionAdmin(Connection connection, Clock clock) {
    this.connection = connection;
    this.clock = clock;
    this.floor = new Floor(connection, clock);
  }

  /** No I/O. */
  public static TransactionAdmin create(Connection connection) {
    return create(connection, new SystemClock());
  }

  /** For tests. */
  static TransactionAdmin create(Connection connection, Clock clock) {
    return new TransactionAdmin(connection, clock);
  }

  /** As {@link #createTable(TableDescriptor, byte[][])}, with a single region. */
  public void createTable(TableDescriptor table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(transactional(table, floorOfNewTable(admin, table)));
    }
  }

  /**
   * Creates a table, with everything that transactions on it need added to the descriptor.
   *
   * @param splitKeys where regions begin, the first one left out
   * @throws UnsafeTableException when the descriptor has a setting that transactions cannot live
   *     with
   */
  public void createTable(TableDescriptor table, byte[][] splitKeys) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(transactional(table, floorOfNewTable(admin, table)), splitKeys);
    }
  }

  private long floorOfNewTable(Admin admin, TableDescriptor table) throws IOException {
    TableRules.refuseUnsafe(table);
    return Math.max(Floor.of(table).orElse(0), floor.now(admin));
  }

  /** As {@link #enable(TableName, EnableOptions)}, with the defaults. */
  public void enable(TableName table) throws IOException {
    enable(table, EnableOptions.ofDefaults());
  }

  /**
   * Makes an existing table transactional: adds the family of the locks and the floor below which
   * no transaction writes. The regions are reopened, one after the other; data is not rewritten.
   * Does nothing where everything is in place already, and never lowers the floor.
   *
   * <p>Tables that hold cells with timestamps from the future, and tables that were loaded without
   * transactions after they were enabled, are to be enabled with {@link
   * EnableOptions.Builder#scan}.
   *
   * @throws UnsafeTableException when the table has a setting that transactions cannot live with
   */
  public void enable(TableName table, EnableOptions options) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TableDescriptor now = admin.getDescriptor(table);
      refuseSystemTable(table);
      TableRules.refuseUnsafe(now);
      long wanted = floorFor(now, options, admin);
      if (TableRules.lockFamily(now) == null || Floor.of(now).orElse(0) < wanted) {
        admin.modifyTable(transactional(now, wanted));
        raise(admin, table, Math.max(wanted, floor.aboveOpening(table)));
      }
    }
  }

  private static void refuseSystemTable(TableName table) throws IOException {
    if (table.isSystemTable()) {
      throw new DoNotRetryIOException(
          "Table '" + table.getNameAsString() + "' is HBase's own: it cannot be transactional");
    }
  }

  private long floorFor(TableDescriptor table, EnableOptions options, Admin admin)
      throws IOException {
    long known = Floor.of(table).orElse(0);
    boolean isEnabled = known > 0 && TableRules.lockFamily(table) != null;
    long wanted = isEnabled ? known : Math.max(known, floor.aboveServersTime(admin));
    if (options.scan()) {
      wanted = new NewestTimestamp(connection, clock, table).above(wanted);
    }
    if (wanted > HIGHEST_FLOOR) {
      throw new DoNotRetryIOException(
          "Table '"
              + table.getTableName().getNameAsString()
              + "' holds a cell or delete marker with the timestamp "
              + wanted
              + ", above which there is no room for transactions: remove it first (a raw scan from"
              + " that time on finds it)");
    }
    return wanted;
  }

  /** Looks again, as reopening took time and somebody else may have altered the table meanwhile. */
  private static void raise(Admin admin, TableName table, long least) throws IOException {
    TableDescriptor now = admin.getDescriptor(table);
    if (Floor.of(now).orElse(0) < least) {
      admin.modifyTable(transactional(now, least));
    }
  }

  private static TableDescriptor transactional(TableDescriptor table, long floor) {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(table);
    if (TableRules.lockFamily(table) == null) {
      builder.setColumnFamily(LockFamily.describe());
    }
    return builder.setValue(Floor.KEY, Long.toString(floor)).build();
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
