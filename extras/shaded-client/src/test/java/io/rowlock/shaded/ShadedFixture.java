package io.rowlock.shaded;

import io.rowlock.TransactionManager;
import io.rowlock.admin.TransactionAdmin;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * An application of hbase-shaded-client, compiled and run with it, on an HBase in other JVMs. The
 * regions of its table start at the beginning and at m; its rows a, b and z are 0.
 */
abstract class ShadedFixture {

  static final byte[] F = Bytes.toBytes("f");
  static final byte[] V = Bytes.toBytes("v");

  final Configuration configuration = HBaseConfiguration.create();
  final TableName name = TableName.valueOf("shaded" + System.nanoTime());
  Connection connection;
  TransactionManager transactions;

  @BeforeEach
  void open() throws IOException {
    connection = ConnectionFactory.createConnection(configuration);
    TransactionAdmin.create(connection)
        .createTable(
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
                .build(),
            new byte[][] {Bytes.toBytes("m")});
    transactions = TransactionManager.create(connection);
    transactions.run(
        tx -> tx.table(name).put(List.of(put("a", "0"), put("b", "0"), put("z", "0"))));
    transactions.drain();
  }

  @AfterEach
  void close() throws IOException {
    transactions.close();
    connection.close();
  }

  static byte[] row(String row) {
    return Bytes.toBytes(row);
  }

  static Get get(String row) {
    return new Get(row(row));
  }

  static Put put(String row, String value) {
    return new Put(row(row)).addColumn(F, V, Bytes.toBytes(value));
  }

  static String text(Result result) {
    return Bytes.toString(result.getValue(F, V));
  }

  static String text(Table rows, String row) throws IOException {
    return text(rows.get(get(row)));
  }

  /** The cells of one transaction have its commit timestamp. */
  static long time(Table rows, String row) throws IOException {
    return rows.get(get(row)).getColumnLatestCell(F, V).getTimestamp();
  }

  String text(String row) throws IOException {
    try (Table plain = connection.getTable(name)) {
      return text(plain, row);
    }
  }

  long time(String row) throws IOException {
    try (Table plain = connection.getTable(name)) {
      return time(plain, row);
    }
  }
}
