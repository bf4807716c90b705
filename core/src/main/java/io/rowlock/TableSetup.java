package io.rowlock;

import io.rowlock.internal.store.Clock;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
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

  /** See {@link TransactionAdmin#planEnable}. */
  List<TableChange> plan(
      Admin admin, TableName table, EnableOptions options, Consumer<ScanProgress> scanned)
      throws IOException {
    TableDescriptor now = admin.getDescriptor(table);
    return TableChanges.between(now, target(now, options, admin, scanned));
  }

  /** See {@link TransactionAdmin#enable(TableName, EnableOptions)}. */
  void enable(
      Admin admin,
      TableName table,
      EnableOptions options,
      Consumer<ScanProgress> scanned,
      Consumer<ReopenProgress> reopened)
      throws IOException {
    TableDescriptor now = admin.getDescriptor(table);
    TableDescriptor target = target(now, options, admin, scanned);
    TableAlteration alteration = new TableAlteration(connection, admin, reopened);
    if (!TableChanges.between(now, target).isEmpty()) {
      alteration.apply(target);
    }
    long wanted = Floor.of(target).orElseThrow();
    if (TableRules.lockFamily(now) == null || Floor.of(now).orElse(0) < wanted) {
      long least = Math.max(wanted, floor.aboveOpening(table));
      raise(admin.getDescriptor(table), least, alteration);
    }
  }

  /** The table as enabling leaves it, unless reopening its regions takes long. */
  private TableDescriptor target(
      TableDescriptor table, EnableOptions options, Admin admin, Consumer<ScanProgress> scanned)
      throws IOException {
    refuseSystemTable(table.getTableName());
    TableRules.refuseUnsafe(table);
    return transactional(table, floorFor(table, options, admin, scanned), options.regionCommit());
  }

  private static void refuseSystemTable(TableName table) throws UnsafeTableException {
    if (table.isSystemTable()) {
      throw unsafe(table, "TABLE", "it is one of HBase's own, and cannot be made transactional");
    }
  }

  private static UnsafeTableException unsafe(TableName table, String what, String message) {
    return new UnsafeTableException(table, List.of(TableFinding.error(what, message)));
  }

  private long floorFor(
      TableDescriptor table, EnableOptions options, Admin admin, Consumer<ScanProgress> scanned)
      throws IOException {
    long known = Floor.of(table).orElse(0);
    boolean isEnabled = known > 0 && TableRules.lockFamily(table) != null;
    long wanted = isEnabled ? known : Math.max(known, floor.aboveServersTime(admin));
    if (options.scan()) {
      HiddenFamilies.requireNone(admin, table);
      wanted = new NewestTimestamp(connection, clock, table, scanned).above(wanted);
    }
    if (wanted > HIGHEST_FLOOR) {
      throw unsafe(
          table.getTableName(),
          "TIMESTAMP",
          "it holds a cell or delete marker with the timestamp "
              + wanted
              + ", above which there is no room for transactions: remove it first (a raw scan from"
              + " that time on finds it)");
    }
    return wanted;
  }

  /**
   * Reopening took time.
   *
   * @param now read again: somebody else may have altered the table meanwhile
   */
  private static void raise(TableDescriptor now, long least, TableAlteration alteration)
      throws IOException {
    if (Floor.of(now).orElse(0) < least) {
      alteration.apply(transactional(now, least, false));
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
