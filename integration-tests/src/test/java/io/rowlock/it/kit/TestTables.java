package io.rowlock.it.kit;

import io.rowlock.TransactionManager;
import io.rowlock.admin.TransactionAdmin;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Creates tables with the families f and g, each for one test class. */
public final class TestTables {

  public static final byte[] F = Bytes.toBytes("f");
  public static final byte[] G = Bytes.toBytes("g");

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private TestTables() {}

  /** Creates a transactional table. */
  public static TableName create(Connection connection, String... splitKeys) throws IOException {
    return create(connection, describe(), splitKeys);
  }

  /** Creates a transactional table whose writes a {@link LockGate} intercepts. */
  public static TableName createGated(Connection connection, String... splitKeys)
      throws IOException {
    return create(connection, describe().setCoprocessor(LockGate.class.getName()), splitKeys);
  }

  private static TableName create(
      Connection connection, TableDescriptorBuilder table, String... splitKeys) throws IOException {
    TransactionAdmin admin = TransactionAdmin.create(connection);
    if (splitKeys.length == 0) {
      admin.createTable(table.build());
    } else {
      admin.createTable(table.build(), bytes(splitKeys));
    }
    return table.build().getTableName();
  }

  private static byte[][] bytes(String... splitKeys) {
    return Arrays.stream(splitKeys).map(Bytes::toBytes).toArray(byte[][]::new);
  }

  /**
   * Waits until the clock has passed the floor of a new table, some seconds after its creation:
   * only then are plain writes newer than those of transactions.
   */
  public static void awaitFloor(Connection connection, TableName name) throws Exception {
    try (Admin admin = connection.getAdmin()) {
      long floor = Long.parseLong(admin.getDescriptor(name).getValue("rowlock.floor"));
      Await.until("floor", Duration.ofMinutes(1), () -> System.currentTimeMillis() > floor);
    }
  }

  /** Creates a table that is not transactional. */
  public static TableName createPlain(Connection connection, String... splitKeys)
      throws IOException {
    TableDescriptor table = describe().build();
    try (Admin admin = connection.getAdmin()) {
      if (splitKeys.length == 0) {
        admin.createTable(table);
      } else {
        admin.createTable(table, bytes(splitKeys));
      }
    }
    return table.getTableName();
  }

  /** Drops the tables that earlier tests have left offline. */
  public static void dropOffline(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableName table : admin.listTableNames()) {
        if (admin.isTableDisabled(table)) {
          admin.deleteTable(table);
        }
      }
    }
  }

  /** Deletes all rows of transactional tables, so that the next test can use them. */
  public static void clear(TransactionManager transactions, TableName... tables)
      throws IOException {
    transactions.run(
        tx -> {
          for (TableName table : tables) {
            for (String row : Rows.keys(tx.table(table), new Scan())) {
              tx.table(table).delete(Rows.delete(row));
            }
          }
        });
    transactions.drain();
  }

  /** Describes a new table with HBase's defaults: one version of each cell. */
  public static TableDescriptorBuilder describe() {
    return describe(TableName.valueOf("it-" + NUMBER.incrementAndGet()));
  }

  /** Describes a new table with this name. */
  public static TableDescriptorBuilder describe(TableName name) {
    return TableDescriptorBuilder.newBuilder(name)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(G));
  }
}
