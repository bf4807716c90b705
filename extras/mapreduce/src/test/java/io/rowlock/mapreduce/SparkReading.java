package io.rowlock.mapreduce;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableSplit;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/**
 * Makes the calls of Spark's {@code newAPIHadoopRDD}: the driver makes the splits, and sends them
 * to executors, each of which has an instance of the format.
 */
record SparkReading(Configuration job) {

  static SparkReading of(Configuration configuration, TableName table) {
    Configuration job = new Configuration(configuration);
    job.set(TableInputFormat.INPUT_TABLE, table.getNameAsString());
    return new SparkReading(job);
  }

  SparkReading with(String setting, String value) {
    Configuration changed = new Configuration(job);
    changed.set(setting, value);
    return new SparkReading(changed);
  }

  /** Returns value and families of each row. */
  Map<String, String> rows() throws Exception {
    Map<String, String> rows = new TreeMap<>();
    for (InputSplit split : splits()) {
      read(sent((TableSplit) split), rows);
    }
    return rows;
  }

  List<InputSplit> splits() throws IOException {
    return format().getSplits(new JobContextImpl(job, new JobID()));
  }

  private RowlockTableInputFormat format() {
    RowlockTableInputFormat format = new RowlockTableInputFormat();
    format.setConf(new Configuration(job));
    return format;
  }

  private static TableSplit sent(TableSplit split) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    split.write(new DataOutputStream(bytes));
    TableSplit received = new TableSplit();
    received.readFields(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    return received;
  }

  private void read(TableSplit split, Map<String, String> rows) throws Exception {
    var context = new TaskAttemptContextImpl(job, new TaskAttemptID());
    try (RecordReader<ImmutableBytesWritable, Result> reader =
        format().createRecordReader(split, context)) {
      reader.initialize(split, context);
      while (reader.nextKeyValue()) {
        String row = Bytes.toString(reader.getCurrentKey().copyBytes());
        rows.put(row, RowCollector.describe(reader.getCurrentValue()));
      }
    }
  }
}
