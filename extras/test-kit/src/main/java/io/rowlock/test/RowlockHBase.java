package io.rowlock.test;

import io.rowlock.TransactionManager;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.once.OnceTable;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A real HBase for tests: one region server, with its HDFS and ZooKeeper, in the JVM of the tests,
 * on loopback only.
 *
 * <p>One of them serves all tests of a JVM, because its start takes about half a minute: it starts
 * at the first {@link #shared()}, and ends with the JVM, which deletes its files. Tests use tables
 * of their own. It needs HBase's {@code hbase-testing-util} on the class path of the tests, a heap
 * of 2 GB, and on Java 17 and later the flags that the guide lists.
 *
 * <p>Thread-safe.
 */
public final class RowlockHBase {

  private static @Nullable RowlockHBase shared; // guarded by the class

  private final Connection connection;
  private final TransactionManager transactions;

  private RowlockHBase(Connection connection) throws IOException {
    this.connection = connection;
    this.transactions = TransactionManager.create(connection);
  }

  /**
   * Returns the HBase of this JVM, and starts it at the first call.
   *
   * @throws IOException if it does not start; the next call tries again
   */
  public static synchronized RowlockHBase shared() throws IOException {
    if (shared == null) {
      shared = start();
    }
    return shared;
  }

  private static RowlockHBase start() throws IOException {
    EmbeddedHBase hbase = EmbeddedHBase.start(); // its files are deleted when the JVM ends
    try {
      return new RowlockHBase(hbase.connect());
    } catch (IOException | RuntimeException | Error unreachable) {
      hbase.close();
      throw unreachable;
    }
  }

  /**
   * Creates a table that transactions can use, without rows. Replaces a table of that name.
   *
   * @param families of the rows, at least one
   */
  public void createTable(TableName name, String... families) throws IOException {
    drop(name);
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name);
    Arrays.stream(families)
        .map(family -> ColumnFamilyDescriptorBuilder.of(Bytes.toBytes(family)))
        .forEach(table::setColumnFamily);
    TransactionAdmin.create(connection).createTable(table.build());
  }

  /** Creates a table of ids for {@link OnceTable#on}. Replaces a table of that name. */
  public void createOnceTable(TableName name) throws IOException {
    drop(name);
    OnceTable.create(connection, name);
  }

  private void drop(TableName name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(name)) {
        return;
      }
      if (admin.isTableEnabled(name)) {
        admin.disableTable(name);
      }
      admin.deleteTable(name);
    }
  }

  /** Returns a client with the default options, which all tests share. Tests must not close it. */
  public TransactionManager transactions() {
    return transactions;
  }

  /** Returns a plain connection, which all tests share. Tests must not close it. */
  public Connection connection() {
    return connection;
  }
}
