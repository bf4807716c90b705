package io.rowlock.it.clients;

import static io.rowlock.it.kit.TestTables.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionManager;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.LocalJob;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import io.rowlock.tools.CommandRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.CopyTable;
import org.apache.hadoop.hbase.mapreduce.Export;
import org.apache.hadoop.hbase.mapreduce.Import;
import org.apache.hadoop.hbase.mapreduce.RowCounter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.util.Tool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * HBase's own jobs and snapshots on a table with a crashed client's locks, and the recipe of
 * backups-and-upgrades.md: resolve first, and leave the family of the locks out.
 */
@Tag("verify-all")
@ExtendWith(HBaseExtension.class)
class PlainJobsIT {

  @TempDir private Path directory;
  private final Connection connection;
  private final Configuration configuration;
  private final TableName table;

  PlainJobsIT(Configuration configuration, Connection connection) throws IOException {
    this.connection = connection;
    this.configuration = configuration;
    configuration.set("rowlock.lease", "500");
    table = TestTables.create(connection, "m");
  }

  /** Row a has its new value, row z still the old one; row d is deleted. */
  @BeforeEach
  void leaveLocks() throws Exception {
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      transactions.run(
          tx -> {
            for (String row : List.of("a", "d", "z")) {
              tx.table(table).put(Rows.put(row, "old"));
            }
          });
      transactions.run(tx -> tx.table(table).delete(Rows.delete("d")));
      transactions.drain();
    }
    DeadClient.leaveLocks(
        configuration,
        LockWrite.SETTLING,
        tx -> {
          tx.table(table).put(Rows.put("a", "new"));
          tx.table(table).put(Rows.put("z", "new"));
        });
    assertThat(values(table)).containsExactly("a new", "z old");
  }

  private List<String> values(TableName name) throws IOException {
    try (Table plain = connection.getTable(name)) {
      return Rows.scan(plain, new Scan().addFamily(F)).stream()
          .map(row -> Bytes.toString(row.getRow()) + " " + Rows.text(row))
          .toList();
    }
  }

  private void resolve() throws Exception {
    CommandRun run = CommandRun.of(configuration, "resolve", table.getNameAsString(), "--wait");
    assertThat(run.status()).as(run.err()).isZero();
  }

  private int run(Tool tool, String... arguments) throws Exception {
    return LocalJob.run(configuration, directory, tool, arguments);
  }

  @Test
  void rowCounterCountsDeletedRowsUnlessItNamesData() throws Exception {
    String name = table.getNameAsString();

    assertThat(run(new RowCounter(), "--expectedCount=3", name)).isZero();
    assertThat(run(new RowCounter(), "--expectedCount=2", name, "f:v")).isZero();
  }

  @Test
  void exportContainsLocksUnlessItNamesData() throws Exception {
    TableName all = TestTables.create(connection);
    TableName data = TestTables.createPlain(connection);
    String name = table.getNameAsString();
    String files = directory.resolve("export").toUri().toString();

    assertThat(run(new Export(), name, files + "-all")).isZero();
    assertThat(run(new Import(), all.getNameAsString(), files + "-all")).isZero();
    assertThat(values(all)).containsExactly("a new", "z old");
    assertThat(Locks.all(connection, all)).containsOnlyKeys("a", "d", "z");
    assertThat(Locks.unsettled(connection, all)).as("they name rows of the original").isNotEmpty();

    resolve();
    String onlyData = "-Dhbase.mapreduce.scan.column.family=f,g";
    assertThat(run(new Export(), onlyData, name, files)).isZero();
    assertThat(run(new Import(), data.getNameAsString(), files)).isZero();
    assertThat(values(data)).containsExactly("a new", "z new");
  }

  @Test
  void copyTableCopiesLocksUnlessItNamesData() throws Exception {
    TableName all = TestTables.create(connection);
    TableName data = TestTables.createPlain(connection);
    String name = table.getNameAsString();

    assertThat(run(new CopyTable(), "--new.name=" + all.getNameAsString(), name)).isZero();
    assertThat(Locks.all(connection, all)).containsOnlyKeys("a", "d", "z");
    assertThat(Locks.unsettled(connection, all)).as("they name rows of the original").isNotEmpty();

    resolve();
    String copy = "--new.name=" + data.getNameAsString();
    assertThat(run(new CopyTable(), "--families=f,g", copy, name)).isZero();
    assertThat(values(data)).containsExactly("a new", "z new");
  }

  /** A snapshot contains all families: the locks of a clone must go. */
  @Test
  void cloneOfSnapshotContainsLocksUntilTheirFamilyIsDropped() throws Exception {
    TableName half = cloneSnapshot("half");
    assertThat(values(half)).containsExactly("a new", "z old");
    assertThat(Locks.unsettled(connection, half)).as("they name the original").isNotEmpty();

    resolve();
    TableName whole = cloneSnapshot("whole");
    try (Admin admin = connection.getAdmin()) {
      admin.deleteColumnFamily(whole, LockColumn.family());
    }
    assertThat(values(whole)).containsExactly("a new", "z new");
  }

  private TableName cloneSnapshot(String suffix) throws IOException {
    TableName clone = TableName.valueOf(table + "-" + suffix);
    try (Admin admin = connection.getAdmin()) {
      admin.snapshot(clone.getNameAsString(), table);
      admin.cloneSnapshot(clone.getNameAsString(), clone);
    }
    return clone;
  }
}
