package io.rowlock.it.kit;

import io.rowlock.bench.kit.EmbeddedHBase;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;

/** Makes HBase forget at once what it may forget: hidden cells, old versions, delete markers. */
public enum Compactions {
  NONE,
  FLUSH,
  FLUSH_AND_MAJOR_COMPACTION;

  /** Returns when it is done in all regions. */
  public void run(EmbeddedHBase hbase, TableName table) throws IOException {
    if (this != NONE) {
      hbase.utility().flush(table);
    }
    if (this == FLUSH_AND_MAJOR_COMPACTION) {
      hbase.utility().compact(table, true);
    }
  }
}
