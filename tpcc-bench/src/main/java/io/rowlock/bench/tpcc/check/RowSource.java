package io.rowlock.bench.tpcc.check;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.BenchTable;
import io.rowlock.bench.tpcc.layout.Row;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** A source of rows. Thread-safe. */
interface RowSource {
  /** All rows of a range, in HBase's order. */
  RowStream scan(RowRange range) throws IOException;

  /** Reads HBase without a transaction. */
  static RowSource plain(Connection connection) {
    return range -> {
      Table table = connection.getTable(range.table());
      return rows(range, table.getScanner(range.scan()), table);
    };
  }

  /** Reads each range in its own transaction, which never commits. */
  static RowSource transactional(TransactionManager transactions) {
    return range -> {
      Transaction transaction = transactions.begin();
      ResultScanner scanner = transaction.table(range.table()).getScanner(range.scan());
      return rows(range, scanner, transaction::close);
    };
  }

  /** Rows of a scanner, which closes before its resources. */
  private static RowStream rows(RowRange range, ResultScanner scanner, Closeable needed) {
    return new RowStream() {
      @Override
      public @Nullable StoredRow next() throws IOException {
        Result result = scanner.next();
        if (result == null) {
          return null;
        }
        Row row = new Row();
        for (Cell cell : result.rawCells()) {
          row.set(CellUtil.cloneQualifier(cell), CellUtil.cloneValue(cell));
        }
        return new StoredRow(range.table(), result.getRow(), row);
      }

      @Override
      public void close() throws IOException {
        scanner.close();
        needed.close();
      }
    };
  }

  /** A sequence of rows. Not thread-safe. */
  interface RowStream extends Closeable {
    /** Returns null after the last row. */
    @Nullable StoredRow next() throws IOException;
  }

  /** Rows of an HBase table; the stop row is excluded, and empty without a limit. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record RowRange(TableName table, byte[] start, byte[] stop) {
    /** Leaves out locks. */
    Scan scan() {
      return new Scan().withStartRow(start).withStopRow(stop).addFamily(BenchTable.FAMILY);
    }
  }

  /** A row of HBase, not yet decoded. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record StoredRow(TableName table, byte[] name, Row row) {
    /** The text for users. */
    @Override
    public String toString() {
      return table + " " + Bytes.toStringBinary(name);
    }
  }
}
