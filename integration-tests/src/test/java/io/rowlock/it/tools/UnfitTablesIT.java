package io.rowlock.it.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.RowlockException;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tables are altered so that no transaction may, or can, write to them. */
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
class UnfitTablesIT {

  private Connection connection;
  private TableName table;
  private TransactionManager manager;

  @BeforeEach
  void open(Connection connection) throws IOException {
    this.connection = connection;
    table = TestTables.create(connection, "m");
    manager = TransactionManager.create(connection);
  }

  @AfterEach
  void close() throws IOException {
    manager.close();
  }

  private void alter(UnaryOperator<TableDescriptorBuilder> change) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.modifyTable(
          change.apply(TableDescriptorBuilder.newBuilder(admin.getDescriptor(table))).build());
    }
  }

  private void write(String... rows) throws IOException {
    manager.run(
        tx -> {
          for (String row : rows) {
            tx.table(table).put(new Put(Bytes.toBytes(row)).addColumn(TestTables.F, null, null));
          }
        });
  }

  /** Asserts that the failure names the reason, and that nothing is committed. */
  private void assertRefused(String why, String... rows) {
    assertThat(catchThrowable(() -> write(rows)))
        .isInstanceOf(RowlockException.class)
        .isNotInstanceOf(CommitOutcomeUnknownException.class)
        .hasMessageContaining(table.getNameAsString())
        .hasMessageContaining(why);
  }

  @Test
  void commitRefusesLockFamilyWithTtl() throws IOException {
    byte[] locks = Bytes.toBytes("_lock");
    alter(
        altered ->
            altered.modifyColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(altered.build().getColumnFamily(locks))
                    .setTimeToLive(3600)
                    .build()));

    assertRefused("TTL => 3600", "a");
    assertRefused("alter '" + table + "', {NAME => '_lock', TTL => 'FOREVER'}", "a", "z");
  }

  @Test
  void commitRefusesReadOnlyTable() throws IOException {
    alter(altered -> altered.setReadOnly(true));

    assertRefused("READONLY => 'false'", "a");
  }

  @Test
  void commitOfOneRowFailsIfTableBecomesReadOnly() throws IOException {
    write("a");
    alter(altered -> altered.setReadOnly(true));

    assertRefused("The table is READONLY", "a");
  }

  @Test
  void regionCommitFailsIfTableBecomesReadOnly() throws IOException {
    write("a");
    alter(altered -> altered.setReadOnly(true));

    assertRefused("The table is READONLY", "a", "b");
  }

  @Test
  void commitOfSeveralRegionsFailsIfTableBecomesReadOnly() throws IOException {
    write("a");
    alter(altered -> altered.setReadOnly(true));

    assertRefused("The table is READONLY", "a", "z");
    alter(altered -> altered.setReadOnly(false));
    write("a", "z");
  }
}
