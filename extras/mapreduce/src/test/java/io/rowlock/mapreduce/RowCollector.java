package io.rowlock.mapreduce;

import io.rowlock.it.kit.Rows;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableMapper;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.NullWritable;

/** A mapper that collects what it gets; the local job runner runs it in the test's JVM. */
public final class RowCollector extends TableMapper<NullWritable, NullWritable> {

  private static final Map<String, String> ROWS = new ConcurrentSkipListMap<>();

  @Override
  protected void map(ImmutableBytesWritable key, Result row, Context context) {
    ROWS.put(Bytes.toString(key.copyBytes()), describe(row));
  }

  /** Returns what has been collected, and collects anew. */
  static Map<String, String> drain() {
    Map<String, String> rows = new TreeMap<>(ROWS);
    ROWS.clear();
    return rows;
  }

  /** Returns the value and the families of a row. */
  static String describe(Result row) {
    return Rows.text(row)
        + " in "
        + row.getNoVersionMap().keySet().stream()
            .map(Bytes::toString)
            .collect(Collectors.joining(" "));
  }
}
