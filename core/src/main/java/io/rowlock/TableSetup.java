package io.rowlock;

import io.rowlock.internal.store.Clock;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** Gives tables the family of the locks, and the floor below which no transaction writes. */
final class TableSetup {

  /** Comes with HBase: the servers find it on their own class path. */
  static final String ENDPOINT = "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint";

  /** Above this a timestamp leaves no room for the versions to come. */
  private static final long HIGHEST_FLOOR = Long.MAX_VALUE / 2;

  private final Connection connection;
  private final Clock clock;
  private final Floor floor;

  TableSetup(Connection connection, Clock clock) {
    this.connection = connection;
    this.clock = clock;
    this.floor = new Floor(connection, clock);
  }

  /** The descriptor of a table that does not exist yet. */
  TableDescriptor ofNewTable(Admin admin, TableDescriptor table, boolean regionCommit)
      throws IOException {
    TableRules.refuseUnsafe(table);
    long least = Math.max(Floor.of(table).orElse(0), floor.now(admin));
    return transactional(table, least, regionCommit);
  }

  /** See {@link TransactionAdmin#enable(TableName, EnableOptions)}. */
  void enable(Admin admin, TableName table, EnableOptions options, Consumer<ScanProgress> progress)
      throws IOException {
    TableDescriptor now = admin.getDescriptor(table);
    refuseSystemTable(table);
    TableRules.refuseUnsafe(now);
    long wanted = floorFor(now, options, admin, progress);
    boolean isEnabled = TableRules.lockFamily(now) != null && Floor.of(now).orElse(0) >= wanted;
    if (!isEnabled || (options.regionCommit() && !now.hasCoprocessor(ENDPOINT))) {
      admin.modifyTable(transactional(now, wanted, options.regionCommit()));
    }
    if (!isEnabled) {
      raise(admin, table, Math.max(wanted, floor.aboveOpening(table)));
    }
  }

  private static void refuseSystemTable(TableName table) throws IOException {
    if (table.isSystemTable()) {
      throw new DoNotRetryIOException(
          "Table '" + table.getNameAsString() + "' is HBase's own: it cannot be transactional");
    }
  }

  private long floorFor(
      TableDescriptor table, EnableOptions options, Admin admin, Consumer<ScanProgress> progress)
      throws IOException {
    long known = Floor.of(table).orElse(0);
    boolean isEnabled = known > 0 && TableRules.lockFamily(table) != null;
    long wanted = isEnabled ? known : Math.max(known, floor.aboveServersTime(admin));
    if (options.scan()) {
      wanted = new NewestTimestamp(connection, clock, table, progress).above(wanted);
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
      admin.modifyTable(transactional(now, least, false));
    }
  }

  private static TableDescriptor transactional(
      TableDescriptor table, long floor, boolean regionCommit) throws IOException {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(table);
    if (TableRules.lockFamily(table) == null) {
      builder.setColumnFamily(LockFamily.describe());
    }
    if (regionCommit && !table.hasCoprocessor(ENDPOINT)) {
      builder.setCoprocessor(ENDPOINT);
    }
    return builder.setValue(Floor.KEY, Long.toString(floor)).build();
  }
}
