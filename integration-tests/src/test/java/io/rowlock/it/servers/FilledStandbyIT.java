package io.rowlock.it.servers;

import static io.rowlock.it.kit.TestTables.F;
import static io.rowlock.it.kit.TestTables.G;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.LocalJob;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.snapshot.ExportSnapshot;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table in use gets a standby, as backups-and-upgrades.md describes it: without a pause. */
@Tag("verify-all")
class FilledStandbyIT {

  private static final int ACCOUNTS = 40;
  private static final long BALANCE = 100;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String SNAPSHOT = "for_the_standby";

  @TempDir private Path directory;
  private volatile boolean isOver;

  @Test
  void snapshotUnderLoadAndWaitingEditsMakeWholeCopy() throws Exception {
    try (EmbeddedHBase hbase = EmbeddedHBase.start(1, HBaseExtension.WITHOUT_BALANCER);
        Connection source = hbase.connect();
        Standby standby = Standby.start(source)) {
      TableName table = accounts(source);
      replicateAllFamilies(source, table);
      standby.attach(true);
      standby.pause();
      AtomicInteger transfers = new AtomicInteger();
      try (Crew crew = new Crew()) {
        crew.start(2, thread -> transferUntilOver(source, table, thread, transfers));
        awaitMore(transfers);
        copySnapshot(hbase.configuration(), source, standby, table);
        awaitMore(transfers);
        standby.resume();
        awaitMore(transfers);
        isOver = true;
        crew.join();
      }
      standby.awaitCopy(table, F, G, LockColumn.family());

      assertThat(sum(standby.connection(), table)).isEqualTo(ACCOUNTS * BALANCE);
      Locks.assertAllSettled(standby.connection(), table);
    }
  }

  private static TableName accounts(Connection source) throws IOException {
    TableName table = TestTables.create(source, "10", "20", "30");
    try (TransactionManager transactions = TransactionManager.create(source)) {
      transactions.run(
          tx -> {
            for (int account = 0; account < ACCOUNTS; account++) {
              tx.table(table).put(Rows.put(row(account), BALANCE));
            }
          });
    }
    return table;
  }

  private static String row(int account) {
    return String.format("%02d", account);
  }

  private static void replicateAllFamilies(Connection source, TableName table) throws IOException {
    try (Admin admin = source.getAdmin()) {
      for (ColumnFamilyDescriptor family : admin.getDescriptor(table).getColumnFamilies()) {
        admin.modifyColumnFamily(
            table,
            ColumnFamilyDescriptorBuilder.newBuilder(family)
                .setScope(HConstants.REPLICATION_SCOPE_GLOBAL)
                .build());
      }
    }
  }

  private void transferUntilOver(
      Connection source, TableName table, int thread, AtomicInteger transfers) throws IOException {
    Random random = new Random(thread);
    try (TransactionManager transactions = TransactionManager.create(source)) {
      while (!isOver) {
        int from = random.nextInt(ACCOUNTS);
        int to = random.nextInt(ACCOUNTS);
        transactions.run(tx -> transfer(tx.table(table), from, to));
        transfers.incrementAndGet();
      }
    }
  }

  private static void transfer(Table table, int from, int to) throws IOException {
    table.put(Rows.put(row(from), Rows.number(table, row(from)) - 1));
    table.put(Rows.put(row(to), Rows.number(table, row(to)) + 1));
  }

  private static void awaitMore(AtomicInteger transfers) throws Exception {
    int before = transfers.get();
    Await.until("transfers", PATIENCE, () -> transfers.get() > before + 50);
  }

  private void copySnapshot(
      Configuration configuration, Connection source, Standby standby, TableName table)
      throws Exception {
    try (Admin from = source.getAdmin();
        Admin to = standby.connection().getAdmin()) {
      from.snapshot(SNAPSHOT, table);
      String target = standby.configuration().get(HConstants.HBASE_DIR);
      assertThat(
              LocalJob.run(
                  configuration,
                  directory,
                  new ExportSnapshot(),
                  "-snapshot=" + SNAPSHOT,
                  "-copy-to=" + target))
          .isZero();
      to.cloneSnapshot(SNAPSHOT, table);
    }
  }

  private static long sum(Connection connection, TableName name) throws IOException {
    try (Table table = connection.getTable(name)) {
      return Rows.scan(table, new Scan()).stream().mapToLong(Rows::number).sum();
    }
  }
}
