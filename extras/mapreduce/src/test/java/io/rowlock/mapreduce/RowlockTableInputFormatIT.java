package io.rowlock.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.TransactionManager;
import io.rowlock.internal.protocol.lock.DecodedLock;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.mapreduce.TableSplit;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
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
  void jobReadsWhatIsCommittedAndSettlesLocks() throws Exception {
    assertThat(run(RowlockTableInputFormat.class)).isEqualTo(COMMITTED);
    Locks.assertAllSettled(connection, name);
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

    assertThat(run(TableInputFormat.class)).isEqualTo(expected);
  }

  private Map<String, String> run(Class<? extends TableInputFormat> input) throws Exception {
    Job job = Job.getInstance(local());
    TableMapReduceUtil.initTableMapperJob(
        name.getName(),
        new Scan(),
        RowCollector.class,
        NullWritable.class,
        NullWritable.class,
        job,
        false,
        input);
    return rowsOf(job);
  }

  @Test
  void documentedJob() throws Exception {
    Job job = Job.getInstance(local());
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
  }

  private static Map<String, String> rowsOf(Job job) throws Exception {
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(NullOutputFormat.class);
    assertThat(job.waitForCompletion(false)).isTrue();
    return RowCollector.drain();
  }

  private Configuration local() {
    Configuration local = new Configuration(configuration);
    local.set("mapreduce.framework.name", "local");
    local.set("hadoop.tmp.dir", directory.toString());
    local.set("mapreduce.cluster.local.dir", directory.resolve("local").toString());
    return local;
  }

  /** Spark's driver makes the splits, and sends them to executors with instances of their own. */
  @Test
  void splitsAreReadElsewhere() throws Exception {
    Configuration job = reading(conf -> {});
    Map<String, String> rows = new TreeMap<>();
    for (InputSplit split : splits(job)) {
      readElsewhere(job, (TableSplit) split, rows);
    }
    assertThat(rows).isEqualTo(COMMITTED);
  }

  @Test
  void selectedColumnsAreRead() throws Exception {
    Configuration job =
        reading(
            conf -> {
              conf.set(TableInputFormat.SCAN_COLUMNS, "f:v g:n");
              conf.set(TableInputFormat.SCAN_ROW_START, "b");
              conf.set(TableInputFormat.SCAN_ROW_STOP, "d");
            });
    Map<String, String> rows = new TreeMap<>();
    for (InputSplit split : splits(job)) {
      readElsewhere(job, (TableSplit) split, rows);
    }
    assertThat(rows).isEqualTo(Map.of("c", "old in f"));
  }

  private Configuration reading(Consumer<Configuration> settings) {
    Configuration job = new Configuration(configuration);
    job.set(TableInputFormat.INPUT_TABLE, name.getNameAsString());
    settings.accept(job);
    return job;
  }

  private static List<InputSplit> splits(Configuration job) throws IOException {
    RowlockTableInputFormat format = new RowlockTableInputFormat();
    format.setConf(job);
    return format.getSplits(new JobContextImpl(job, new JobID()));
  }

  private static void readElsewhere(Configuration job, TableSplit split, Map<String, String> rows)
      throws Exception {
    RowlockTableInputFormat format = new RowlockTableInputFormat();
    format.setConf(new Configuration(job));
    var context = new TaskAttemptContextImpl(job, new TaskAttemptID());
    TableSplit sent = sent(split);
    try (RecordReader<ImmutableBytesWritable, Result> reader =
        format.createRecordReader(sent, context)) {
      reader.initialize(sent, context);
      while (reader.nextKeyValue()) {
        String row = Bytes.toString(reader.getCurrentKey().copyBytes());
        rows.put(row, RowCollector.describe(reader.getCurrentValue()));
      }
    }
  }

  private static TableSplit sent(TableSplit split) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    split.write(new DataOutputStream(bytes));
    TableSplit received = new TableSplit();
    received.readFields(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    return received;
  }

  @Test
  void tableWithoutLocksIsRefused() throws IOException {
    TableName plain = TestTables.createPlain(connection);
    Configuration job =
        reading(conf -> conf.set(TableInputFormat.INPUT_TABLE, plain.getNameAsString()));
    assertThatThrownBy(() -> splits(job))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Table '" + plain + "' has no locks")
        .hasMessageContaining("TransactionAdmin.enable");
  }

  @Test
  void jobWithoutTableIsRefused() {
    Configuration job = reading(conf -> conf.unset(TableInputFormat.INPUT_TABLE));
    assertThatThrownBy(() -> splits(job))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("set hbase.mapreduce.inputtable");
  }

  /** A transaction sees one version of a row, which none of its readers limits to a time. */
  @Test
  void unsupportedScanIsRefused() throws IOException {
    Configuration job = reading(conf -> conf.set(TableInputFormat.SCAN_MAXVERSIONS, "3"));
    TableSplit first = (TableSplit) splits(job).get(0);
    assertThatThrownBy(() -> readElsewhere(job, first, new TreeMap<>()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("asks for 3 versions")
        .hasMessageContaining("Leave the number of versions at 1");
  }
}
