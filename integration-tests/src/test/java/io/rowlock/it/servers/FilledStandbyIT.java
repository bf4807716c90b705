package io.rowlock.it.servers;

import static io.rowlock.it.kit.TestTables.F;
import static io.rowlock.it.kit.TestTables.G;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Bank;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.LocalJob;
import io.rowlock.it.kit.Locks;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.snapshot.ExportSnapshot;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables in use get a standby, as backups-and-upgrades.md describes it: without a pause. */
@Tag("verify-all")
class FilledStandbyIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path directory;
  private volatile boolean isOver;

  @Test
  void snapshotUnderLoadAndWaitingEditsMakeWholeCopy() throws Exception {
    try (EmbeddedHBase hbase = EmbeddedHBase.start(1, HBaseExtension.SETTINGS);
        Connection source = hbase.connect();
        TransactionManager transactions = TransactionManager.create(source);
        Standby standby = Standby.start(source)) {
      Bank bank = Bank.open(source, transactions);
      for (TableName table : bank.tables()) {
        replicateAllFamilies(source, table);
      }
      standby.attach(true);
      standby.pause();
      fillUnderLoad(source, transactions, bank, standby);
      transactions.drain();
      for (TableName table : bank.tables()) {
        standby.awaitCopy(table, F, G, LockColumn.family());
      }

      assertThat(bank.rawTotal(standby.connection())).isEqualTo(Bank.GROUPS * Bank.SUM_OF_GROUP);
      Locks.assertAllSettled(standby.connection(), bank.tables());
    }
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

  private void fillUnderLoad(
      Connection source, TransactionManager transactions, Bank bank, Standby standby)
      throws Exception {
    AtomicInteger transfers = new AtomicInteger();
    try (Crew crew = new Crew()) {
      crew.start(2, thread -> transferUntilOver(transactions, bank, thread, transfers));
      awaitMore(transfers);
      for (TableName table : bank.tables()) {
        copySnapshot(source, standby, table);
      }
      awaitMore(transfers);
      standby.resume();
      awaitMore(transfers);
      isOver = true;
      crew.join();
    }
  }

  private void transferUntilOver(
      TransactionManager transactions, Bank bank, int thread, AtomicInteger transfers)
      throws IOException {
    Random random = new Random(thread);
    while (!isOver) {
      transactions.run(tx -> bank.transfer(tx, random));
      transfers.incrementAndGet();
    }
  }

  private static void awaitMore(AtomicInteger transfers) throws Exception {
    int before = transfers.get();
    Await.until("transfers", PATIENCE, () -> transfers.get() > before + 50);
  }

  private void copySnapshot(Connection source, Standby standby, TableName table) throws Exception {
    String snapshot = "copy-of-" + table.getNameAsString();
    try (Admin from = source.getAdmin();
        Admin to = standby.connection().getAdmin()) {
      from.snapshot(snapshot, table);
      String target = standby.configuration().get(HConstants.HBASE_DIR);
      int status =
          LocalJob.run(
              source.getConfiguration(),
              directory,
              new ExportSnapshot(),
              "-snapshot=" + snapshot,
              "-copy-to=" + target);
      assertThat(status).isZero();
      to.cloneSnapshot(snapshot, table);
    }
  }
}
