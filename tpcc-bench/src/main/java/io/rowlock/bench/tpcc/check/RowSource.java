package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.Row;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** Where rows come from. Thread-safe. */
interface RowSource {

  /** All rows of a range, in HBase's order. */
  RowStream scan(RowRange range) throws IOException;

  /** Rows one after the other. Not thread-safe. */
  interface RowStream extends AutoCloseable {

    /** Null after the last one. */
    @Nullable StoredRow next() throws IOException;

    @Override
    void close() throws IOException;
  }

  /** Rows of an HBase table. */
  static final class RowRange {
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

  /** A row as it stands in HBase, whatever it is. */
  static final class StoredRow {
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
}
