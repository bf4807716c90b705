package io.rowlock.examples;

import io.rowlock.admin.TransactionAdmin;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** The tables of the examples: made anew for each run, and left there to be looked at. */
final class ExampleTables {

  static final byte[] FAMILY = Bytes.toBytes("f");

  private ExampleTables() {}

  /** Every name begins alike, so that no user's own table is ever dropped. */
  static TableName named(String name) {
    return TableName.valueOf("rowlock_example_" + name);
  }

  /** One region for each row that is given, and one before the first of them. */
  static void create(Connection connection, TableName table, byte[]... splitKeys)
      throws IOException {
    dropThatOfAnEarlierRun(connection, table);
    TransactionAdmin.create(connection)
        .createTable(
            TableDescriptorBuilder.newBuilder(table)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build(),
            splitKeys);
  }

  private static void dropThatOfAnEarlierRun(Connection connection, TableName table)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(table)) {
        return;
      }
      if (admin.isTableEnabled(table)) {
        admin.disableTable(table);
      }
      admin.deleteTable(table);
    }
  }
}
