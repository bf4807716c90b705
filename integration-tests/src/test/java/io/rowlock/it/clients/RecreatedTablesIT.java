package io.rowlock.it.clients;

import static io.rowlock.it.kit.Rows.bytes;
import static io.rowlock.it.kit.Rows.delete;
import static io.rowlock.it.kit.Rows.get;
import static io.rowlock.it.kit.Rows.put;
import static io.rowlock.it.kit.TestTables.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.admin.TransactionAdmin;
import io.rowlock.connection.RowlockAsyncConnection;
import io.rowlock.connection.RowlockConnection;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A table changes while connections know it: the next call finds that out. */
@ExtendWith(HBaseExtension.class)
class RecreatedTablesIT {

  private final TableDescriptor described = TestTables.describe().build();
  private final TableName name = described.getTableName();
  private Connection plain;
  private Configuration configuration;

  @BeforeEach
  void configure(Connection ofTests, Configuration copy) throws IOException {
    plain = ofTests;
    configuration = copy;
    configuration.set("hbase.client.connection.impl", RowlockConnection.class.getName());
    configuration.set("hbase.client.async.connection.impl", RowlockAsyncConnection.class.getName());
    configuration.setBoolean("rowlock.enable.created.tables", true);
    try (Admin admin = plain.getAdmin()) {
      admin.createTable(described);
    }
  }

  private void createAnew() throws IOException {
    createAnew(described);
  }

  private void createAnew(TableDescriptor next) throws IOException {
    try (Admin admin = plain.getAdmin()) {
      admin.disableTable(name);
      admin.deleteTable(name);
      admin.createTable(next);
    }
  }

  private void assertEnabled() throws IOException {
    assertThat(TransactionAdmin.create(plain).verify(name)).isEmpty();
  }

  private static <T> T await(CompletableFuture<T> future) throws Exception {
    return future.get(1, TimeUnit.MINUTES);
  }

  @Test
  void tablesTakeCalls() throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        Table table = connection.getTable(name)) {
      table.put(put("a", "1"));
      createAnew();
      table.put(put("b", "2"));
      assertEnabled();
      assertThat(Rows.keys(table, new Scan())).containsExactly("b");
      createAnew();
      assertThat(table.get(get("b").addFamily(F)).isEmpty()).isTrue();
      assertEnabled();
      createAnew();
      table.put(List.of(put("c", "3"), put("d", "4")));
      assertThat(Rows.keys(table, new Scan())).containsExactly("c", "d");
      createAnew();
      assertThat(Rows.keys(table, new Scan().addFamily(F))).isEmpty();
      assertEnabled();
    }
  }

  /** The client looks the table up before it writes, because it does not know the family. */
  @Test
  void tablesWithAnotherFamilyTakeCalls() throws Exception {
    byte[] h = bytes("h");
    Put put = new Put(bytes("a")).addColumn(h, Rows.V, bytes("1"));
    TableDescriptor extended =
        TableDescriptorBuilder.newBuilder(described)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(h))
            .build();
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        AsyncConnection asynchronous =
            ConnectionFactory.createAsyncConnection(configuration).get();
        Table table = connection.getTable(name)) {
      table.put(put("a", "1"));
      await(asynchronous.getTable(name).put(put("a", "1")));
      createAnew(extended);
      table.put(put);
      assertEnabled();
      createAnew(extended);
      await(asynchronous.getTable(name).putAll(List.of(put)));
      assertEnabled();
      assertThat(Rows.keys(table, new Scan())).containsExactly("a");
    }
  }

  @Test
  void asynchronousTablesTakeCalls() throws Exception {
    try (AsyncConnection connection =
        ConnectionFactory.createAsyncConnection(configuration).get()) {
      AsyncTable<?> table = connection.getTable(name);
      await(table.put(put("a", "1")));
      createAnew();
      await(table.put(put("b", "2")));
      assertEnabled();
      createAnew();
      assertThat(await(table.get(get("b").addFamily(F))).isEmpty()).isTrue();
      createAnew();
      await(table.putAll(List.of(put("c", "3"), put("d", "4"))));
      createAnew();
      assertThat(await(table.scanAll(new Scan().addFamily(F)))).isEmpty();
      assertEnabled();
    }
  }

  /** One connection still knows that the table has rows, when another finds it empty. */
  @Test
  void emptiedTablesTakeTheWritesOfAllConnections() throws Exception {
    try (Connection enabling = ConnectionFactory.createConnection(configuration);
        Connection earlier = ConnectionFactory.createConnection(configuration);
        AsyncConnection asynchronous =
            ConnectionFactory.createAsyncConnection(configuration).get();
        Table table = enabling.getTable(name);
        Table known = earlier.getTable(name);
        Table bare = plain.getTable(name)) {
      bare.put(put("a", "1"));
      assertThat(known.exists(get("a"))).isTrue();
      assertThat(await(asynchronous.getTable(name).exists(get("a")))).isTrue();
      bare.delete(delete("a"));
      table.put(List.of(put("b", "1"), put("c", "1")));
      known.put(put("b", "2"));
      await(asynchronous.getTable(name).put(put("c", "2")));
      for (String row : List.of("b", "c")) {
        assertThat(table.get(get(row)).getValue(F, Rows.V)).as(row).isEqualTo(bytes("2"));
      }
    }
  }
}
