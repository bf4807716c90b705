package io.rowlock.mapreduce;

import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableRecordReader;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a split. After a failure it fails, so that the task runs again: HBase's own
 * reader opens another scan at the last row and skips the first result, which is a row that was not
 * read yet if a transaction has deleted the last one. It also relies on metrics of scans, which
 * Rowlock does not have.
 */
final class CommittedRowReader extends TableRecordReader {

  private final ImmutableBytesWritable key = new ImmutableBytesWritable();
  private @Nullable Table table;
  private @Nullable Scan scan;
  private @Nullable ResultScanner rows;
  private @Nullable Result row;

  @Override
  public void setTable(Table table) {
    this.table = table;
  }

  @Override
  public void setScan(Scan scan) {
    this.scan = scan;
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
    rows = Objects.requireNonNull(table).getScanner(Objects.requireNonNull(scan));
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    Result next = Objects.requireNonNull(rows).next();
    row = next;
    if (next == null) {
      return false;
    }
    key.set(next.getRow());
    return true;
  }

  @Override
  public ImmutableBytesWritable getCurrentKey() {
    return key;
  }

  @Override
  public @Nullable Result getCurrentValue() {
    return row;
  }

  @Override
  public void restart(byte[] firstRow) {
    throw new UnsupportedOperationException("The whole split is read again, by another reader");
  }

  @Override
  public void close() {
    if (rows != null) {
      rows.close();
    }
  }
}
