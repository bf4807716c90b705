package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.schema.Row;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/** A row as it stands in HBase, whatever it is. */
final class StoredRow {
  private final TableName table;
  private final byte[] name;
  private final Row row;

  StoredRow(TableName table, byte[] name, Row row) {
    this.table = table;
    this.name = name;
    this.row = row;
  }

  TableName table() {
    return table;
  }

  byte[] name() {
    return name;
  }

  Row row() {
    return row;
  }

  /** For people. */
  @Override
  public String toString() {
    return table + " " + Bytes.toStringBinary(name);
  }
}
