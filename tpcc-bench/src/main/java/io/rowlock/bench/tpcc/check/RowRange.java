package io.rowlock.bench.tpcc.check;

import org.apache.hadoop.hbase.TableName;

/** Rows of an HBase table. */
final class RowRange {
  private final TableName table;
  private final byte[] start;
  private final byte[] stop;

  /**
   * Rows that stand together.
   *
   * @param start included
   * @param stop excluded; empty when there is no end
   */
  RowRange(TableName table, byte[] start, byte[] stop) {
    this.table = table;
    this.start = start;
    this.stop = stop;
  }

  TableName table() {
    return table;
  }

  byte[] start() {
    return start;
  }

  byte[] stop() {
    return stop;
  }
}
