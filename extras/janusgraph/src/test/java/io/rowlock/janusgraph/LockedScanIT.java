package io.rowlock.janusgraph;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.operations.LockInfo;
import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.RowlockOperations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.collect.Lists;
import org.janusgraph.diskstorage.configuration.Configuration;
import org.janusgraph.diskstorage.keycolumnvalue.KeyIterator;
import org.janusgraph.diskstorage.keycolumnvalue.SliceQuery;
import org.janusgraph.diskstorage.util.StandardBaseTransactionConfig;
import org.janusgraph.diskstorage.util.StaticArrayBuffer;
import org.janusgraph.diskstorage.util.time.TimestampProviders;
import org.junit.jupiter.api.Test;

final class LockedScanIT {

  private static final TableName GRAPH = TableName.valueOf("locked-scan");
  private static final TableName OTHER = TableName.valueOf("locked-scan-other");
  private static final byte[] FAMILY = Bytes.toBytes("e");

  /** The reads of the scan wait for a second. */
  private static final Executor LATER = CompletableFuture.delayedExecutor(3, TimeUnit.SECONDS);

  @Test
  void scanGoesOnBehindALockThatStaysForSeconds() throws Exception {
    RowlockStoreManager manager = LocalHBase.open(GRAPH.getNameAsString());
    try (Connection connection = LocalHBase.connect();
        Admin admin = connection.getAdmin();
        TransactionManager transactions = TransactionManager.create(connection)) {
      manager.openDatabase("edgestore");
      TransactionAdmin.create(connection)
          .createTable(
              TableDescriptorBuilder.newBuilder(OTHER)
                  .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                  .build());
      byte[] region = admin.getRegions(OTHER).get(0).getRegionName();
      put(transactions.begin(), "before").commit();
      Transaction stuck = put(transactions.begin(), "locked", OTHER);
      admin.unassign(region);

      CompletableFuture<Void> commit = stuck.commitAsync();
      awaitLock(connection);
      CompletableFuture<Void> reopened =
          CompletableFuture.runAsync(() -> assign(admin, region), LATER);

      assertThat(rows(manager)).isBetween(1, 2);
      reopened.join();
      commit.join();
      assertThat(rows(manager)).isEqualTo(2);
    } finally {
      manager.close();
    }
  }

  /** Reads and writes a row of each table, so that the commit begins with its locks. */
  private static Transaction put(Transaction transaction, String row, TableName... others)
      throws IOException {
    Put put = new Put(Bytes.toBytes(row)).addColumn(FAMILY, Bytes.toBytes("a"), FAMILY);
    for (TableName table : Lists.asList(GRAPH, others)) {
      transaction.table(table).get(new Get(put.getRow()));
      transaction.table(table).put(put);
    }
    return transaction;
  }

  private static void assign(Admin admin, byte[] region) {
    try {
      admin.assign(region);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void awaitLock(Connection connection) throws IOException {
    AtomicBoolean found = new AtomicBoolean();
    try (LockTools tools = RowlockOperations.create(connection).openLockTools()) {
      while (!found.get()) {
        tools.list(
            LockRange.of(GRAPH),
            lock -> found.compareAndSet(false, lock.state() == LockInfo.State.PREWRITTEN));
      }
    }
  }

  private static int rows(RowlockStoreManager manager) throws Exception {
    SliceQuery all =
        new SliceQuery(
            StaticArrayBuffer.of(Bytes.toBytes("a")), StaticArrayBuffer.of(Bytes.toBytes("b")));
    try (KeyIterator keys =
        manager
            .openDatabase("edgestore")
            .getKeys(
                all,
                manager.beginTransaction(
                    StandardBaseTransactionConfig.of(
                        TimestampProviders.MILLI, Configuration.EMPTY)))) {
      int found = 0;
      for (; keys.hasNext(); found++) {
        keys.next();
      }
      return found;
    }
  }
}
