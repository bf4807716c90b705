package io.rowlock.it.kit;

import io.rowlock.bench.kit.EmbeddedHBase;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;

/** Makes HBase remove at once what it may remove: hidden cells, old versions, delete markers. */
public enum Compactions {
  NONE,
  FLUSH,
  FLUSH_AND_MAJOR_COMPACTION;

  /** Runs in all regions, and returns at the end. */
  public void run(EmbeddedHBase hbase, TableName table) throws IOException {
    if (this != NONE) {
      hbase.utility().flush(table);
    }
    if (this == FLUSH_AND_MAJOR_COMPACTION) {
      hbase.utility().compact(table, true);
    }
  }
}
