package io.rowlock.mapreduce;

import io.rowlock.connection.RowlockConnection;
import io.rowlock.internal.store.LockColumn;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.UserProvider;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads the rows of a transactional table for MapReduce, or for Spark's {@code newAPIHadoopRDD}: a
 * {@link TableInputFormat} with the same settings and splits, whose rows are the committed ones.
 *
 * <ul>
 *   <li>A row is read with its committed values, and a deleted row is not read, also if the client
 *       that has committed this died before it was applied to the table.
 *   <li>Undecided locks of dead clients are settled on the way, which takes W on the table and a
 *       lease (5 s by default) where the first one is met. A task that meets a lock of a living
 *       client waits. Locks of committed transactions may stay.
 *   <li>The family {@code _lock} is hidden.
 * </ul>
 *
 * <p>Each row is committed and whole. Rows that are read one after the other may be from different
 * instants, as in HBase: a job is not one transaction. Scans may ask for what {@linkplain
 * io.rowlock.Transaction#table transactions} support: the versions that HBase keeps if that is one,
 * without time ranges, forwards. Options ({@code rowlock.*}) are those of the job's configuration.
 * Not thread-safe.
 *
 * <p>A table that is not enabled is refused: {@link #getSplits} throws an {@link IOException}
 * before the job begins.
 */
public final class RowlockTableInputFormat extends TableInputFormat {

  private static final byte[] SOME_ROW = {0};

  /** Creates an input that {@link #setConf} prepares. */
  public RowlockTableInputFormat() {}

  /** HBase's format would read an exclusive first row, and leave out an inclusive last one. */
  @Override
  public void setScan(Scan scan) {
    if (!scan.includeStartRow()) {
      scan.withStartRow(following(scan.getStartRow()));
    }
    if (scan.includeStopRow() && scan.getStopRow().length > 0) {
      scan.withStopRow(following(scan.getStopRow()));
    }
    super.setScan(scan);
  }

  private static byte[] following(byte[] row) {
    return Bytes.add(row, new byte[1]);
  }

  @Override
  protected void initialize(JobContext context) throws IOException {
    Configuration configuration = getConf();
    TableName table = tableOf(configuration);
    if (getScan().isReversed()) {
      throw new DoNotRetryIOException(
          "The job reads table '"
              + table
              + "' by a reversed scan, whose splits would overlap: leave out Scan.setReversed");
    }
    RowlockConnection connection =
        new RowlockConnection(
            configuration, null, UserProvider.instantiate(configuration).getCurrent());
    try {
      requireLocks(connection, table);
      initializeTable(connection, table);
    } catch (IOException | RuntimeException failed) {
      try (connection) {
        throw failed;
      }
    }
  }

  private static TableName tableOf(Configuration configuration) throws IOException {
    String name = configuration.get(INPUT_TABLE);
    if (name == null) {
      throw new IOException(
          "The job names no table to read: set " + INPUT_TABLE + " in its configuration");
    }
    return TableName.valueOf(name);
  }

  /** Rows of other tables would be read as they are, without a word about it. */
  private static void requireLocks(RowlockConnection connection, TableName name)
      throws IOException {
    try (Table table = connection.unwrap().getTable(name)) {
      boolean unused = table.exists(new Get(SOME_ROW).addFamily(LockColumn.family()));
    } catch (NoSuchColumnFamilyException missing) {
      throw new DoNotRetryIOException(
          "Table '"
              + name
              + "' has no locks, so no transaction has written it: enable it once with"
              + " TransactionAdmin.enable, or read it with HBase's TableInputFormat",
          missing);
    }
  }

  @Override
  public RecordReader<ImmutableBytesWritable, Result> createRecordReader(
      InputSplit split, TaskAttemptContext context) throws IOException {
    setTableRecordReader(new CommittedRowReader());
    return super.createRecordReader(split, context);
  }
}
