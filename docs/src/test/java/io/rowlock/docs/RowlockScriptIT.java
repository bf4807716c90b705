package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionManager;
import io.rowlock.admin.TransactionAdmin;
import io.rowlock.docs.ScriptCheckout.Run;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What operators type, {@code scripts/rowlock}, as a program of its own. */
@ExtendWith(DocsHBase.class)
class RowlockScriptIT {

  private static final TableName SAVINGS = TableName.valueOf("savings");

  private ScriptCheckout checkout;

  @BeforeEach
  void prepare(@TempDir Path directory) throws IOException {
    checkout = new ScriptCheckout(directory);
  }

  @Test
  void locksAreListed(Connection connection, @TempDir Path conf) throws Exception {
    try (OutputStream site = Files.newOutputStream(conf.resolve("hbase-site.xml"))) {
      connection.getConfiguration().writeXml(site);
    }
    String[] locks = {"locks", SAVINGS.getNameAsString(), "--json", "--conf", conf.toString()};
    transfer(connection);

    Run settled = checkout.rowlock(locks);

    assertThat(settled.err()).contains("0 of 2 locks are not stable");
    assertThat(settled.status()).isZero();
    assertThat(settled.out()).isEmpty();

    leaveALock(connection);

    Run found = checkout.rowlock(locks);

    assertThat(found.status()).as(found.err()).isEqualTo(3);
    assertThat(found.out()).contains("\"row\":\"carol\"", "\"state\":\"CORRUPT\"").hasLineCount(1);
  }

  private static void transfer(Connection connection) throws IOException {
    TransactionAdmin.create(connection)
        .createTable(
            TableDescriptorBuilder.newBuilder(SAVINGS)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(Start.FAMILY))
                .build());
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      transactions.run(
          tx -> {
            Start.set(tx.table(SAVINGS), "alice", 70);
            Start.set(tx.table(SAVINGS), "bob", 30);
          });
      transactions.drain();
    }
  }

  /** What a program has written past the library stays there, also when transactions read. */
  private static void leaveALock(Connection connection) throws IOException {
    try (Table plain = connection.getTable(SAVINGS)) {
      plain.put(
          new Put(Bytes.toBytes("carol"))
              .addColumn(Bytes.toBytes("_lock"), Bytes.toBytes("l"), Bytes.toBytes("nonsense")));
    }
  }

  @Test
  void wrongArgumentsAreAUsageError() throws Exception {
    Run run = checkout.rowlock("lokcs", "savings");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("There is no command 'lokcs'").hasLineCount(1);
  }

  @Test
  void whatCannotBeBuiltIsAFailure() throws Exception {
    checkout.addSource();

    Run run = checkout.rowlock("--help");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("Maven was asked");
  }
}
