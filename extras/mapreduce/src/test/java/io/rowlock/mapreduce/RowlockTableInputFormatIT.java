package io.rowlock.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionManager;
import io.rowlock.internal.protocol.lock.DecodedLock;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What jobs read of a table on which clients died in the middle of a commit, with one row of each
 * transaction in each region.
 */
@ExtendWith(HBaseExtension.class)
class RowlockTableInputFormatIT {

  private static final Map<String, String> COMMITTED =
      Map.of("a", "new in f", "c", "old in f", "h", "new in f");

  @TempDir private Path directory;
  private final Configuration configuration;
  private final Connection connection;
  private final TableName name;
  private final TableName other;
  private TransactionManager transactions;

  RowlockTableInputFormatIT(Configuration configuration, Connection connection) throws IOException {
    this.configuration = configuration;
    configuration.set("rowlock.lease", "500");
    this.connection = connection;
    this.name = TestTables.create(connection, "g", "m", "s");
    this.other = TestTables.create(connection);
  }

  @BeforeEach
  void leaveLocks() throws Exception {
    transactions = TransactionManager.create(connection);
    transactions.run(tx -> putAll(tx.table(name), "old", "a", "c", "h", "n", "t"));
    transactions.drain();
    DeadClient.leaveLocks(
        configuration,
        LockWrite.SETTLING,
        tx -> {
          putAll(tx.table(name), "new", "a", "h");
          tx.table(name).delete(List.of(Rows.delete("n"), Rows.delete("t")));
        });
    DeadClient.leaveLocks(
        configuration,
        LockWrite.COMMIT_POINT,
        tx -> {
          String unused = Rows.text(tx.table(other), "read"); // so that all rows are prewritten
          putAll(tx.table(name), "never", "c", "i");
        });
    assertThat(Locks.unsettled(connection, name)).containsKeys("a", "c", "h", "i", "n", "t");
  }

  @AfterEach
  void close() {
    transactions.close();
  }

  private static void putAll(Table table, String value, String... rows) throws IOException {
    for (String row : rows) {
      table.put(Rows.put(row, value));
    }
  }

  @Test
  void jobReadsWhatIsCommitted() throws Exception {
    Job job = job();
    String accounts = name.getNameAsString();
    // snippet: mapreduce
    TableMapReduceUtil.initTableMapperJob(
        accounts, // the table
        new Scan(),
        RowCollector.class, // a TableMapper
        NullWritable.class,
        NullWritable.class,
        job,
        false, // the jars are in the job's own
        RowlockTableInputFormat.class);
    // end
    assertThat(rowsOf(job)).isEqualTo(COMMITTED);
    assertUndecidedAreSettled();
  }

  @Test
  void sparkReadsWhatIsCommitted() throws Exception {
    assertThat(SparkReading.of(configuration, name).rows()).isEqualTo(COMMITTED);
    assertUndecidedAreSettled();
  }

  /** Locks of committed transactions may stay: they hide nothing from a transaction. */
  private void assertUndecidedAreSettled() throws IOException {
    assertThat(Locks.unsettled(connection, name)).doesNotContainKeys("c", "i");
  }

  /** Values that are replaced, rows that are deleted, and rows that never were. */
  @Test
  void plainJobReadsWhatHasBeenApplied() throws Exception {
    Map<String, String> expected =
        new TreeMap<>(Map.of("c", "old in _lock f", "i", "null in _lock"));
    Map<String, DecodedLock> locks = Locks.all(connection, name);
    for (String row : List.of("a", "h", "n", "t")) {
      boolean isApplied = locks.get(row).state() == DecodedLock.State.COMMITTED; // the primary
      boolean isDeleted = isApplied && !COMMITTED.containsKey(row);
      String value = isApplied ? "new" : "old";
      expected.put(row, isDeleted ? "null in _lock" : value + " in _lock f");
    }

    Job job = job();
    TableMapReduceUtil.initTableMapperJob(
        name.getName(),
        new Scan(),
        RowCollector.class,
        NullWritable.class,
        NullWritable.class,
        job,
        false,
        TableInputFormat.class);
    assertThat(rowsOf(job)).isEqualTo(expected);
  }

  private Job job() throws IOException {
    Configuration local = new Configuration(configuration);
    local.set("mapreduce.framework.name", "local");
    local.set("hadoop.tmp.dir", directory.toString());
    local.set("mapreduce.cluster.local.dir", directory.resolve("local").toString());
    return Job.getInstance(local);
  }

  private static Map<String, String> rowsOf(Job job) throws Exception {
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(NullOutputFormat.class);
    assertThat(job.waitForCompletion(false)).isTrue();
    return RowCollector.drain();
  }
}
