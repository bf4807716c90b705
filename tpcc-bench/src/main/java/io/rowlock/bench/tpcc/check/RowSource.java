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

/** Where rows come from. Thread-safe. */
interface RowSource {
  /** All rows of a range, in HBase's order. */
  RowStream scan(RowRange range) throws IOException;

  /** What HBase has, without a transaction. */
  static RowSource plain(Connection connection) {
    return range -> {
      Table table = connection.getTable(range.table());
      return rows(range, table.getScanner(range.scan()), table);
    };
  }

  /** What a transaction sees that is never committed, one for each range. */
  static RowSource transactional(TransactionManager transactions) {
    return range -> {
      Transaction transaction = transactions.begin();
      ResultScanner scanner = transaction.table(range.table()).getScanner(range.scan());
      return rows(range, scanner, transaction::close);
    };
  }

  /** Rows of a scanner, which is closed before what it needs. */
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

  /** Rows one after the other. Not thread-safe. */
  interface RowStream extends Closeable {
    /** Null after the last one. */
    @Nullable StoredRow next() throws IOException;
  }

  /** Rows of an HBase table; the stop row is excluded, and empty when there is no end. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record RowRange(TableName table, byte[] start, byte[] stop) {
    /** Locks are left out. */
    Scan scan() {
      return new Scan().withStartRow(start).withStopRow(stop).addFamily(BenchTable.FAMILY);
    }
  }

  /** A row as it stands in HBase, whatever it is. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record StoredRow(TableName table, byte[] name, Row row) {
    /** For people. */
    @Override
    public String toString() {
      return table + " " + Bytes.toStringBinary(name);
    }
  }
}
