package io.rowlock.it.clients;

import static io.rowlock.it.kit.TestTables.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Why bulk loads are forbidden while transactions use the rows (limits.md). */
@ExtendWith(HBaseExtension.class)
class BulkLoadIT {

  private final EmbeddedHBase hbase;
  private final Connection connection;
  private final TableName table;
  private TransactionManager transactions;

  BulkLoadIT(EmbeddedHBase hbase, Connection connection) throws IOException {
    this.hbase = hbase;
    this.connection = connection;
    this.table = TestTables.create(connection);
  }

  @BeforeEach
  void open() throws IOException {
    transactions = TransactionManager.create(connection);
    transactions.run(tx -> tx.table(table).put(Rows.put("a", "old")));
    transactions.drain();
  }

  @AfterEach
  void close() {
    transactions.close();
  }

  @Test
  void transactionDoesNotNoticeLoadOfRowThatItHasRead() throws Exception {
    try (Transaction tx = transactions.begin()) {
      String read = Rows.text(tx.table(table), "a");
      load("loaded", versionOfRow() + 1_000);
      assertThat(plainValue()).isEqualTo("loaded");
      tx.table(table).put(Rows.put("copy", read));
      tx.commit(); // after the write of a transaction it would be a conflict
    }
    assertThat(plainValue()).isEqualTo("loaded");
    assertThat(committedValue("copy")).isEqualTo("old");
  }

  @Test
  void loadBelowVersionOfRowStaysHidden() throws Exception {
    load("loaded", versionOfRow() - 1_000);
    assertThat(plainValue()).isEqualTo("old");
    assertThat(committedValue("a")).isEqualTo("old");
  }

  private String committedValue(String row) throws IOException {
    return transactions.call(tx -> Rows.text(tx.table(table), row));
  }

  private String plainValue() throws IOException {
    try (Table plain = connection.getTable(table)) {
      return Rows.text(plain, "a");
    }
  }

  /** Up to a minute ahead of the clock, because the table is new. */
  private long versionOfRow() throws IOException {
    try (Table plain = connection.getTable(table)) {
      return plain.get(Rows.get("a")).getColumnLatestCell(F, Rows.V).getTimestamp();
    }
  }

  private void load(String value, long timestamp) throws IOException {
    Configuration configuration = hbase.configuration();
    Path directory = hbase.utility().getDataTestDirOnTestFS("load-" + table.getNameAsString());
    Path file = new Path(new Path(directory, Bytes.toString(F)), "file");
    try (HFile.Writer writer =
        HFile.getWriterFactoryNoCache(configuration)
            .withPath(directory.getFileSystem(configuration), file)
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      writer.append(new KeyValue(Rows.bytes("a"), F, Rows.V, timestamp, Rows.bytes(value)));
    }
    var unused = BulkLoadHFiles.create(configuration).bulkLoad(table, directory);
  }
}
